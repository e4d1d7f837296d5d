import { openSession, resume } from '@unspool/session';
import type { Io } from '../io.js';
import { judgedId } from '../session/judged-id.js';
import { openReadable } from '../session/readable-session.js';
import { colours } from '../terminal/colour.js';
import { plural } from '../terminal/numbers.js';
import { safe, safeLine } from '../terminal/safe.js';

export interface MessagesOptions {
  prompt?: string;
  json?: boolean;
}

/** Prints what the client would send when it resumes a session. */
export function messages(query: string, options: MessagesOptions, io: Io): number {
  const result = resumed(query, options, io);
  if (options.json) {
    printJson(result, io);
    return result.resumed ? 0 : 1;
  }
  const paint = colours(io.hasColour);
  for (const reason of result.reasons)
    io.err(`${result.resumed ? 'note' : 'does not resume'}: ${safeLine(reason.message)}\n`);
  if (!result.resumed) return 1;
  for (const message of result.messages) {
    io.out(`${paint.bold(message.role)}\n`);
    for (const block of message.content) io.out(`${indent(safe(shown(block)))}\n`);
  }
  io.err(`${plural(result.messages.length, 'message')}\n`);
  return 0;
}

function resumed(query: string, options: MessagesOptions, io: Io): ReturnType<typeof resume> {
  const { file, close } = openReadable(query, io);
  try {
    return resume(openSession(file, { sessionId: judgedId(file) }), options.prompt);
  } finally {
    close();
  }
}

/** Message by message: the whole may be longer than a string can be. All are ready before the first is written. */
function printJson(result: ReturnType<typeof resume>, io: Io): void {
  const messages = result.messages.map((message) => JSON.stringify(message));
  io.out(`{"resumed":${result.resumed},"reasons":${JSON.stringify(result.reasons)},"messages":[`);
  messages.forEach((message, at) => {
    io.out(`${at === 0 ? '' : ','}\n${message}`);
  });
  io.out(']}\n');
}

function shown(block: { type: string; [key: string]: unknown } | object): string {
  const { type, text, thinking } = block as { type: string; text?: unknown; thinking?: unknown };
  if (type === 'text') return String(text);
  if (type === 'thinking') return `[thinking] ${String(thinking)}`;
  return JSON.stringify(block);
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ');
}

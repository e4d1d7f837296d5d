import { openSession } from '@unspool/session';
import { type StreamedResume, streamResume } from '@unspool/session/resume';
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
  const { file, close } = openReadable(query, io);
  try {
    const result = streamResume(openSession(file, { sessionId: judgedId(file, io) }), options.prompt);
    if (options.json) printJson(result, io);
    else printMessages(result, io);
    return result.resumed ? 0 : 1;
  } finally {
    close();
  }
}

function printMessages({ resumed, reasons, messages, count }: StreamedResume, io: Io): void {
  const paint = colours(io.hasColour);
  for (const reason of reasons) io.err(`${resumed ? 'note' : 'does not resume'}: ${safeLine(reason.message)}\n`);
  if (!resumed) return;
  for (const message of messages) {
    io.out(`${paint.bold(message.role)}\n`);
    for (const block of message.content) io.out(`${indent(safe(shown(block)))}\n`);
  }
  io.err(`${plural(count, 'message')}\n`);
}

/** Message by message, because the whole may exceed the maximum length of a string. */
function printJson({ resumed, reasons, messages }: StreamedResume, io: Io): void {
  io.out(`{"resumed":${resumed},"reasons":${JSON.stringify(reasons)},"messages":[`);
  let separator = '\n';
  for (const message of messages) {
    io.out(`${separator}${JSON.stringify(message)}`);
    separator = ',\n';
  }
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

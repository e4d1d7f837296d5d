import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { openSession } from '@unspool/session';
import { streamConversation } from '@unspool/session/resume';
import { stepsOf } from '../../src/convert/steps/steps-of.js';
import { newTally } from '../../src/convert/steps/tally.js';
import {
  ADAPTERS,
  type Client,
  convertSession,
  openForeign,
  type ReadBack,
  readBack,
  type Step,
  type Tally,
  type Target,
  writeTakeOver,
} from '../../src/index.js';
import { CWD, type Said, SESSION_ID, writeConversation } from './conversation.js';

export const NOW = Date.UTC(2026, 10, 19, 3, 4, 5);

export interface Converted {
  tally: Tally;
  check: ReadBack;
  /** The file that the target's client would read. */
  file: string;
  text: string;
  folder: string;
}

/** Writes a conversation for a client in a new folder and reads it back. */
export function converted(said: readonly Said[], target: Target, folder: string, from: Client = 'claude'): Converted {
  const source = writeConversation(join(folder, `${SESSION_ID}.jsonl`), said);
  const session = openSession(source);
  const place = { env: {}, home: join(folder, 'home'), platform: 'linux' as const, handover: join(folder, 'handover') };
  const planned = target.plan({ id: randomUUID(), cwd: CWD, gitBranch: 'main', title: 'A title', now: NOW }, place);
  let content = '';
  const conversion = { session, from, target, planned, now: NOW };
  const tally = convertSession(conversion, (piece) => {
    content += piece;
  });
  mkdirSync(dirname(planned.file), { recursive: true });
  writeFileSync(planned.file, content);
  const check = readBack(planned.file, conversion, { adapters: ADAPTERS, root: join(folder, 'copies') });
  return { tally, check, file: planned.file, text: content, folder };
}

/** Converts a file written for another client back to a session of Claude Code. Returns its content. */
export function takenBack({ file, folder }: Converted): Step[] {
  const opened = openForeign(file, ADAPTERS, join(folder, 'copies'));
  const [copy] = opened?.sessions ?? [];
  if (!opened || copy === undefined) throw new Error(`${file} is not read`);
  const made = join(folder, 'claude', `${randomUUID()}.jsonl`);
  const sessionId = basename(made, '.jsonl');
  writeTakeOver(copy, made, { from: opened.adapter.name, to: 'claude', cwd: CWD, sessionId });
  return stepsIn(made);
}

export function stepsIn(file: string): Step[] {
  const messages = streamConversation(openSession(file)).messages;
  const options = { tally: newTally(), takesImages: true, marksFailures: true, now: NOW };
  return [...stepsOf(messages, { ...options, renamed: (call) => call })];
}

export function withFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-convert-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

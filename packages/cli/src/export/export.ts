import { closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { openSession, turnsOf } from '@unspool/session';
import { FileSink, nameFailure } from '@unspool/session/write';
import { exportStory, type StoryFormat } from '@unspool/web';
import { parseTurns } from '../edit/turn-numbers.js';
import type { Io } from '../io.js';
import { openReadable } from '../session/readable-session.js';
import { safeLine } from '../terminal/safe.js';
import { pricesOf } from '../usage/own-prices.js';
import { UserError } from '../user-error.js';
import { exportLines } from './lines.js';

export interface ExportOptions {
  to: string;
  out?: string;
  turns?: string;
  /** False with --no-redact. */
  redact?: boolean;
}

const FORMATS = ['html', 'md', 'json', 'jsonl'];

/** Writes a session for others: a page, Markdown, JSON, or its own lines. */
export async function exportSession(query: string, options: ExportOptions, io: Io): Promise<number> {
  const format = formatOf(options.to);
  if (options.out === '')
    throw new UserError('--out is empty.', { hint: 'Name a file, or - for stdout.', isUsage: true });
  const readable = openReadable(query, io);
  try {
    const { file } = readable;
    const turns = turnsIn(file, options.turns);
    const isRedacted = options.redact !== false;
    const write = (put: (bytes: Uint8Array) => void) =>
      format === 'jsonl'
        ? exportLines(file, { turns, isRedacted }, { write: put })
        : tell({ id: basename(file, '.jsonl'), file, turns, isRedacted, prices: pricesOf(io) }, format, put);
    if (options.out === undefined || options.out === '-') await write((bytes) => io.outBytes(bytes));
    else await intoFile(resolve(io.cwd, options.out), write, io);
    return 0;
  } finally {
    readable.close();
  }
}

async function tell(
  options: Parameters<typeof exportStory>[0],
  format: StoryFormat,
  put: (bytes: Uint8Array) => void,
): Promise<void> {
  const note = options.isRedacted
    ? 'Exported with Unspool; what looked like a secret is hidden.'
    : 'Exported with Unspool; nothing was hidden.';
  for await (const piece of exportStory(options, format, note)) put(Buffer.from(piece));
}

/** The file appears when it is complete. One that is there already is left alone: it may be a session. */
async function intoFile(
  path: string,
  write: (put: (bytes: Uint8Array) => void) => Promise<void> | void,
  io: Io,
): Promise<void> {
  if (existsSync(path)) {
    throw new UserError(`${safeLine(path)} is there already.`, { hint: 'Give another name with --out, or remove it.' });
  }
  const draft = `${path}.unspool-draft`;
  const fd = openNew(draft, path);
  try {
    const sink = new FileSink(fd);
    await write((bytes) => sink.write(bytes));
    sink.flush();
    closeSync(fd);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw nameFailure(error, path);
  }
  io.err(`Written: ${safeLine(path)}\n`);
}

function openNew(draft: string, path: string): number {
  try {
    return openSync(draft, 'wx', 0o600);
  } catch (error) {
    throw new UserError(`${path} cannot be written.`, {
      why: (error as Error).message,
      hint: 'Name a file in a folder that you may write to: --out FILE',
    });
  }
}

function turnsIn(file: string, text: string | undefined): Set<number> | undefined {
  return text === undefined ? undefined : parseTurns(text, turnsOf(openSession(file)).turns.length);
}

function formatOf(text: string): StoryFormat | 'jsonl' {
  if (FORMATS.includes(text)) return text as StoryFormat | 'jsonl';
  throw new UserError(`"${text}" is no format.`, { hint: `Use one of: ${FORMATS.join(', ')}.`, isUsage: true });
}

import { closeSync, existsSync, openSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, extname, resolve, sep } from 'node:path';
import { configFolders, scanList } from '@unspool/session';
import { FileSink, nameFailure } from '@unspool/session/write';
import { exportStory, type StoryFormat } from '@unspool/web';
import { parseTurns } from '../edit/turn-numbers.js';
import type { Io } from '../io.js';
import { agentOfCopy } from '../session/folders.js';
import { openReadable } from '../session/readable-session.js';
import { safe, safeLine } from '../terminal/safe.js';
import { pricesOf } from '../usage/own-prices.js';
import { UserError } from '../user-error.js';
import { exportLines } from './lines.js';
import { exportTrajectory } from './trajectory.js';

export interface ExportOptions {
  /** Without it, the ending of `out` decides. */
  format?: string;
  out?: string;
  turns?: string;
  force?: boolean;
  /** False with --no-redact. */
  redact?: boolean;
}

const FORMATS = ['html', 'md', 'json', 'jsonl', 'atif'] as const;

/** Exports a session as a page, Markdown, JSON, or its own lines. */
export async function exportSession(query: string, options: ExportOptions, io: Io): Promise<number> {
  const format = formatOf(options);
  if (options.out === '')
    throw new UserError('--out is empty.', { hint: 'Give a file, or - for stdout.', isUsage: true });
  const readable = openReadable(query, io);
  try {
    const { file } = readable;
    const turns = turnsIn(file, options.turns);
    const isRedacted = options.redact !== false;
    const id = basename(file, '.jsonl');
    const write = (put: (bytes: Uint8Array) => void) => {
      if (format === 'jsonl') return exportLines(file, { turns, isRedacted }, { write: put });
      const agent = agentOfCopy(file, io);
      if (format === 'atif') return exportTrajectory(file, { turns, isRedacted, agent, id }, { write: put });
      return report({ id, file, turns, isRedacted, prices: pricesOf(io) }, format, put);
    };
    if (options.out === undefined || options.out === '-') await write((bytes) => io.outBytes(bytes));
    else {
      const path = resolve(io.cwd, options.out);
      if (existsSync(path) && isSession(path, io)) throw amongSessions(path);
      await intoFile(path, write, { io, canOverwrite: options.force === true });
    }
    return 0;
  } finally {
    readable.close();
  }
}

async function report(
  options: Parameters<typeof exportStory>[0],
  format: StoryFormat,
  put: (bytes: Uint8Array) => void,
): Promise<void> {
  const note = options.isRedacted
    ? 'Exported with Unspool; what looked like a secret is hidden.'
    : 'Exported with Unspool; nothing was hidden.';
  // People read Markdown in a terminal, too.
  const clean = format === 'md' ? safe : (piece: string) => piece;
  for await (const piece of exportStory(options, format, note)) put(Buffer.from(clean(piece)));
}

/** The file appears when it is complete. An existing one is overwritten only with --force. */
async function intoFile(
  path: string,
  write: (put: (bytes: Uint8Array) => void) => Promise<void> | void,
  { io, canOverwrite }: { io: Io; canOverwrite: boolean },
): Promise<void> {
  if (!canOverwrite && existsSync(path)) {
    throw new UserError(`${safeLine(path)} already exists.`, {
      hint: 'Choose another name with --out, or overwrite it with --force.',
    });
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

function amongSessions(path: string): UserError {
  return new UserError(`${safeLine(path)} is in the client's sessions folder, so nothing was written.`, {
    hint: 'Choose a place outside the config folder: --out FILE',
  });
}

/** An export never replaces a session, even with --force. */
function isSession(path: string, io: Io): boolean {
  return configFolders(io.env, io.home).some(({ projects }) =>
    `${realPath(path)}${sep}`.startsWith(`${realPath(projects)}${sep}`),
  );
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // It does not exist yet.
    return path;
  }
}

function openNew(draft: string, path: string): number {
  try {
    return openSync(draft, 'wx', 0o600);
  } catch (error) {
    const folder = dirname(path);
    throw new UserError(`${path} cannot be written.`, {
      why: existsSync(folder) ? (error as Error).message : `There is no folder ${safeLine(folder)}.`,
      hint: 'Choose a file in a writable folder: --out FILE',
    });
  }
}

function turnsIn(file: string, text: string | undefined): Set<number> | undefined {
  return text === undefined ? undefined : parseTurns(text, scanList({ main: file, agents: [] }).turns);
}

type Format = StoryFormat | 'jsonl' | 'atif';

function formatOf({ format: given, out = '' }: ExportOptions): Format {
  const name = given ?? (ENDINGS[extname(out).toLowerCase()] as Format | undefined);
  const format = FORMATS.find((each) => each === name);
  if (format !== undefined) return format;
  const what = extname(out) === '' ? 'The format is missing.' : `No format has the ending ${safeLine(extname(out))}.`;
  throw new UserError(name === undefined ? what : `There is no format "${name}".`, {
    hint: `Use --format ${FORMATS.join(', ')}, or a file name with such an ending: --out session.html`,
    isUsage: true,
  });
}

const ENDINGS: Record<string, Format> = {
  '.html': 'html',
  '.htm': 'html',
  '.md': 'md',
  '.markdown': 'md',
  '.json': 'json',
  '.jsonl': 'jsonl',
};

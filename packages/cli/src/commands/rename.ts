import { randomUUID } from 'node:crypto';
import { chmodSync, constants, copyFileSync, existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { appendEntry, checkFile, type Entry, openSession, stampOf, titleOf } from '@unspool/session';
import { journalOf, refuseLive, type Source, sourceOf } from '../edit/source.js';
import type { Io } from '../io.js';
import { safeLine } from '../terminal/safe.js';
import { UserError } from '../user-error.js';

export interface RenameOptions {
  dryRun?: boolean;
  json?: boolean;
}

/** Gives a session the title that the client shows: the line that its own /rename writes. */
export function rename(query: string, words: readonly string[], options: RenameOptions, io: Io): number {
  const title = titleFrom(words);
  const source = sourceOf(query, io);
  const before = titleOf(source.session).text;
  const { sessionId } = source.session;
  if (!options.dryRun) refuseLive(source.file, io);
  const undo = options.dryRun ? undefined : written(source, title, io);
  if (options.json) {
    const told = { sessionId, title, before, file: source.file, isDryRun: options.dryRun === true, undo };
    io.out(`${JSON.stringify(told, null, 2)}\n`);
    return 0;
  }
  io.out(`${safeLine(before) || '(no words)'} → ${safeLine(title)}\n`);
  io.err(undo === undefined ? 'Nothing was written: this was a dry run.\n' : 'Take it back with: unspool undo\n');
  return 0;
}

const MAX_TITLE = 500;

function titleFrom(words: readonly string[]): string {
  const title = words
    .join(' ')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/\p{Cs}/gu, '\ufffd')
    .trim();
  if (title !== '' && title.length <= MAX_TITLE) return title;
  throw new UserError(title === '' ? 'TITLE is empty.' : `A title has at most ${MAX_TITLE} characters.`, {
    isUsage: true,
  });
}

/** The lines are appended to a copy, which takes the session's place when it is whole: the original stays for undo. */
function written(source: Source, title: string, io: Io): string {
  const { file, session, family } = source;
  const { sessionId } = session;
  const drafts: { file: string; draft: string; expected?: NonNullable<ReturnType<typeof stampOf>> }[] = [];
  const draft = (of: string, write: (path: string) => void) => {
    const path = join(dirname(of), `.unspool-${randomUUID()}.tmp`);
    const expected = stampOf(of);
    drafts.push({ file: of, draft: path, ...(expected && { expected }) });
    write(path);
    if (existsSync(of)) chmodSync(path, statSync(of).mode & 0o7777);
  };
  try {
    draft(file, (path) => {
      copyFileSync(file, path, constants.COPYFILE_FICLONE);
      for (const entry of linesFor(source, title)) appendEntry(path, entry);
      mustBe(path, sessionId, title);
    });
    // The newest clients keep the title in a file as well; where there is one, it must not say something else.
    if (family.customTitleFile !== undefined) {
      draft(family.customTitleFile, (path) =>
        writeFileSync(path, JSON.stringify({ customTitle: title }), { flush: true }),
      );
    }
    refuseLive(file, io);
    const at = new Date(io.now).toISOString();
    return journalOf(io).change({ at, what: `rename to ${title.slice(0, 60)}`, file }, { drafts, folders: [] }).id;
  } finally {
    for (const each of drafts) rmSync(each.draft, { force: true });
  }
}

/** Clients that name their agents write that name again with the title. */
function linesFor({ session }: Source, title: string): Entry[] {
  const { sessionId, nodes } = session;
  const lines: Entry[] = [{ type: 'custom-title', customTitle: title, sessionId } as Entry];
  if (nodes.some((node) => node.type === 'agent-name')) {
    lines.push({ type: 'agent-name', agentName: title, sessionId } as Entry);
  }
  return lines;
}

function mustBe(path: string, sessionId: string, title: string): void {
  const check = checkFile(path, { sessionId });
  if (check.roundTrip && titleOf(openSession(path, { sessionId })).text === title) return;
  throw new UserError('The title could not be written so that it is read back.', { hint: 'Nothing was changed.' });
}

import { titleOf } from '@unspool/session';
import { cleanTitle, MAX_TITLE, renameSession } from '@unspool/session/edit';
import { refuseOtherAgent } from '../edit/other-agent.js';
import { journalOf, refuseLive, type Source, sourceOf } from '../edit/source.js';
import type { Io } from '../io.js';
import { writing } from '../not-writable.js';
import { safeLine } from '../terminal/safe.js';
import { UserError } from '../user-error.js';

export interface RenameOptions {
  dryRun?: boolean;
  json?: boolean;
}

/** Sets the title that the client shows. */
export function rename(query: string, words: readonly string[], options: RenameOptions, io: Io): number {
  const title = titleFrom(words);
  const source = sourceOf(query, io);
  refuseOtherAgent(source.file, io);
  const before = titleOf(source.session).text;
  const { sessionId } = source.session;
  const undo = options.dryRun ? undefined : written(source, title, io);
  if (options.json) {
    const result = { sessionId, title, before, file: source.file, isDryRun: options.dryRun === true, undo };
    io.out(`${JSON.stringify(result, null, 2)}\n`);
    return 0;
  }
  io.out(`${safeLine(before) || '(untitled)'} → ${safeLine(title)}\n`);
  io.err(`${nextStep(undo, options.dryRun === true)}\n`);
  return 0;
}

function nextStep(undo: string | undefined, isDryRun: boolean): string {
  if (undo !== undefined) return 'Take it back with: unspool undo';
  return `Nothing was written: ${isDryRun ? 'this was a dry run' : 'the session has that title already'}.`;
}

function titleFrom(words: readonly string[]): string {
  const text = words.join(' ');
  const title = cleanTitle(text);
  if (title !== undefined) return title;
  throw new UserError(text.trim() === '' ? 'TITLE is empty.' : `A title can have at most ${MAX_TITLE} characters.`, {
    isUsage: true,
  });
}

/** How to undo it. Says that nothing changed if the session already has that title. */
function written(source: Source, title: string, io: Io): string | undefined {
  const renamed = writing(() =>
    renameSession({
      source,
      title,
      journal: journalOf(io),
      now: io.now,
      refuseLive: (file) => refuseLive(file, io),
    }),
  );
  if (renamed.kind === 'renamed') return renamed.undo;
  if (renamed.kind === 'unchanged') return undefined;
  throw new UserError('The title could not be read back after writing.', { hint: 'Nothing was changed.' });
}

import { blame, blameBlocks, blameCommit, sharesOf, wordsBefore } from '@unspool/store';
import type { Io } from '../io.js';
import { UserError } from '../user-error.js';
import { commitTrace, fileTrace, noteTrace } from './annotate.js';
import { withWrites } from './in-index.js';
import { commitAsJson, fileAsJson } from './json.js';
import { commitOnScreen, fileOnScreen } from './screen.js';
import { targetOf } from './target.js';

export interface BlameOptions {
  changed?: boolean;
  annotate?: boolean;
  notes?: boolean;
  json?: boolean;
}

/** Prints which sessions wrote the lines of a file or a commit. */
export async function blameTarget(text: string | undefined, options: BlameOptions, io: Io): Promise<number> {
  if (options.changed) return (await import('./changed.js')).blameChanged(io);
  if (text === undefined)
    throw new UserError('TARGET is missing.', { hint: 'Give FILE, FILE:LINE or a commit.', isUsage: true });
  if (options.notes && !options.annotate) throw new UserError('--notes needs --annotate.', { isUsage: true });
  const target = targetOf(text, io);
  return withWrites(io, (database, kept) => {
    const print = (value: unknown) => io.out(`${JSON.stringify(value, null, 2)}\n`);
    if (target.kind === 'commit') {
      const commit = blameCommit(database, target.name, target.place);
      if (options.annotate) {
        const trace = commitTrace(commit, io.now);
        if (options.notes)
          io.err(`Added to the git notes of the commit. Undo: ${noteTrace(target.place.folder, commit.id, trace)}\n`);
        print(trace);
        return 0;
      }
      const shares = sharesOf(commit);
      const words = new Map(shares.map(({ writer }) => [writer.id, wordsBefore(database, writer, kept)]));
      if (options.json) print(commitAsJson(commit, shares, words));
      else io.out(commitOnScreen(commit, { shares, words }, io));
      return 0;
    }
    if (options.notes) throw new UserError('Git notes belong to a commit.', { hint: 'Give a commit.', isUsage: true });
    const lines = blame(database, target);
    if (options.annotate) {
      print(fileTrace(target.path, lines, io.now));
      return 0;
    }
    const blocks = blameBlocks(lines);
    const words = new Map(
      [...new Map(blocks.flatMap(({ writer }) => (writer ? [[writer.id, writer] as const] : []))).values()].map(
        (writer) => [writer.id, wordsBefore(database, writer, kept)] as const,
      ),
    );
    if (options.json) print(fileAsJson(target.path, lines, words));
    else io.out(fileOnScreen(target.path, { blocks, words }, io));
    return 0;
  });
}

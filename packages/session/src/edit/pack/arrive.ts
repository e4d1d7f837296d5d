import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { checkFile, type FileCheck } from '../../check.js';
import type { ConfigFolder } from '../../locate/config-folders.js';
import { familyOf } from '../../locate/family.js';
import { sessionsAndRemains } from '../../locate/list-sessions.js';
import { openSession } from '../../model/open-session.js';
import type { Journal } from '../journal.js';
import type { JournalEntry } from '../journal-entry.js';
import { makeSession } from '../new-session.js';
import type { PackManifest } from './manifest.js';
import { arrivalOf, layOut } from './restore.js';
import { takeIn } from './take-in.js';

/** A session from elsewhere: its files are in `raw` below the scratch folder. */
export interface Arriving {
  manifest: PackManifest;
  scratch: string;
  /** The folder in which it continues; undefined for the one that the manifest leads to. */
  cwd: string | undefined;
  /** As a session of its own. */
  isNew: boolean;
  home: string;
  configs: readonly ConfigFolder[];
  /** Where it is written; undefined for a rehearsal. */
  target: ConfigFolder | undefined;
  /** The name of the project folder of a working folder. */
  projectFolder: (cwd: string) => string;
  journal: Journal;
  edit: Pick<JournalEntry, 'at' | 'what'>;
}

/** What became of a session from elsewhere. */
export type Arrived =
  /** Where the project is on this machine cannot be told from the manifest. */
  | { kind: 'nowhere' }
  /** It is here already, and is not overwritten. */
  | { kind: 'exists'; file: string }
  | { kind: 'refused'; check: Pick<FileCheck, 'reasons'> }
  | { kind: 'rehearsed'; cwd: string; replacements: number; check: FileCheck }
  | {
      kind: 'arrived';
      cwd: string;
      replacements: number;
      check: FileCheck;
      file: string;
      left: string[];
      undo: string;
    };

/**
 * Puts a session from elsewhere where the client resumes it, with the paths of this machine. Checks that it resumes before
 * anything is written, and overwrites nothing.
 */
export function arrive(order: Arriving): Arrived {
  const { manifest, scratch, home, configs, target, journal } = order;
  const cwd = order.cwd ?? arrivalOf(manifest, home);
  if (cwd === undefined) return { kind: 'nowhere' };
  const project = order.projectFolder(cwd);
  const config = target ?? configs[0];
  const stopped =
    config && !order.isNew ? journal.unfinished(join(config.projects, project, `${manifest.sessionId}.jsonl`)) : [];
  const existing = order.isNew ? undefined : existingFile(manifest, configs, stopped);
  if (existing !== undefined) return { kind: 'exists', file: existing };
  const staged = join(scratch, 'config');
  const laidOut = layOut(manifest, { raw: join(scratch, 'raw'), folder: staged, arrival: { cwd, home, project } });
  const { main, replacements } = laidOut;
  const check = checkFile(main, { sessionId: manifest.sessionId });
  if (!check.resumes || !check.roundTrip) return { kind: 'refused', check };
  if (!target) return { kind: 'rehearsed', cwd, replacements, check };
  if (order.isNew) return asNew(main, { cwd, replacements, check, target }, order);
  const { entry, left } = takeIn({ staged, main, config: target, stopped, journal }, order.edit);
  return { kind: 'arrived', cwd, replacements, check, file: entry.file, left, undo: entry.id };
}

/** `stopped`: runs that were killed while they took the same session in. */
function existingFile(
  { sessionId }: PackManifest,
  configs: readonly ConfigFolder[],
  stopped: readonly JournalEntry[],
): string | undefined {
  const isLeftOver = (file: string) => stopped.some((entry) => entry.file === file) && !existsSync(file);
  const sessions = configs.flatMap(sessionsAndRemains);
  return sessions.find((each) => each.sessionId === sessionId && !isLeftOver(each.file))?.file;
}

interface NewPlace {
  cwd: string;
  replacements: number;
  check: FileCheck;
  target: ConfigFolder;
}

function asNew(main: string, { target, ...arrival }: NewPlace, { journal, edit }: Arriving): Arrived {
  const made = makeSession({
    file: main,
    session: openSession(main),
    family: familyOf(main),
    folder: join(target.projects, basename(dirname(main))),
    sessionId: randomUUID(),
    newUuid: randomUUID,
  });
  if (made.kind === 'refused') return { kind: 'refused', check: made.check };
  const { file, created } = made;
  return { kind: 'arrived', ...arrival, file, left: [], undo: journal.created({ ...edit, file, created }).id };
}

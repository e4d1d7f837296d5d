import { join } from 'node:path';
import type { ConfigFolder } from '@unspool/session';
import type { Journal } from '@unspool/session/edit';
import { sessionsAndRemains } from '@unspool/session/locate';
import { ArchiveReader, DamagedArchive, extractSession, planRestore, restoreFiles } from '@unspool/store';
import { AppFailure } from '../failure.js';

/** A session extracted from its archive, for reading. Remove `folder` when it is no longer on screen. */
export interface Unpacked {
  file: string;
  folder: string;
}

export function unpack(archive: string, dataFolder: string): Unpacked {
  return withArchive(archive, (reader) => {
    const extracted = extractSession(reader, dataFolder);
    if (!extracted) throw new AppFailure(404, 'The archive has no transcript of this session, only of its sub-agents.');
    return { file: extracted.session.file, folder: extracted.config.folder };
  });
}

export interface RestoreOrder {
  archive: string;
  configs: readonly ConfigFolder[];
  /** The former path of its transcript. */
  main: string;
  title: string;
  journal: Journal;
  now: number;
}

/** Brings a session back to where the client resumes it. Overwrites nothing. */
export function restore({ archive, configs, main, title, journal, now }: RestoreOrder): {
  undo: string;
  files: number;
} {
  const config = configs.find(({ projects }) => main.startsWith(join(projects, '/'))) ?? configs[0];
  if (!config) throw new AppFailure(409, 'There is no config folder to restore it to.');
  return withArchive(archive, (reader) => {
    const plan = planRestore(reader, config);
    const conflicts = [...plan.conflicts, ...copiesElsewhere(configs, reader.index.sessionId, plan.main)];
    if (conflicts.length > 0) {
      const why = conflicts.slice(0, 5).join('\n');
      throw new AppFailure(409, 'This session was not restored, since that would overwrite existing files.', { why });
    }
    if (plan.restored.length === 0) throw new AppFailure(409, 'The session is already there.');
    const created = restoreFiles(reader, plan, now);
    const at = new Date(now).toISOString();
    const { id } = journal.created({ at, what: `restore ${title.slice(0, 60)}`, file: plan.main, created });
    return { undo: id, files: created.length };
  });
}

function copiesElsewhere(configs: readonly ConfigFolder[], sessionId: string, main: string): string[] {
  return configs
    .flatMap(sessionsAndRemains)
    .filter((session) => session.hasMain && session.sessionId === sessionId && session.file !== main)
    .map((session) => `${session.file} is the same session`);
}

function withArchive<Value>(path: string, use: (reader: ArchiveReader) => Value): Value {
  let reader: ArchiveReader | undefined;
  try {
    reader = new ArchiveReader(path);
    return use(reader);
  } catch (error) {
    if (!(error instanceof DamagedArchive)) throw error;
    const hint = 'It was not used. Restore the file from a backup of the data folder.';
    throw new AppFailure(409, 'The archive of this session is damaged.', { why: error.message, hint });
  } finally {
    reader?.close();
  }
}

import { copyFileSync, existsSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isUser, openSession, type Session, type Turn, turnsOf, wordsOf } from '@unspool/session';
import { planFork } from '@unspool/session/edit';
import { isInsidePath } from '@unspool/session/locate';
import { pathTo } from '@unspool/session/model';
import type { OtherEntry } from '@unspool/session/read';
import { typedText } from '@unspool/session/show';
import { makeFolder } from '@unspool/session/write';
import type { RewindPoint } from '../chat/chat.js';
import type { Backup } from '../record/file-history.js';
import { isBackup, lastCostState, type Opened, startOf, trackedFiles } from './open-start.js';

/** Prompts that can be rewound to, oldest first. */
export function rewindPoints(file: string): RewindPoint[] {
  const session = openSession(file);
  const snapshots = snapshotsOf(session);
  return turnsOf(session)
    .turns.filter((turn) => turn.isOnTip)
    .map((turn) => ({
      uuid: turn.id,
      text: promptOf(session, turn),
      time: turn.startedAt,
      files: [...filesAt(turn.id, snapshots).keys()],
    }));
}

function promptOf(session: Session, turn: Turn): string {
  const entry = session.read(turn.start);
  return isUser(entry) ? typedText(wordsOf(entry)) : '';
}

/** The conversation as it was before a prompt. Later lines stay in the file as another branch. */
export function openBefore(file: string, promptUuid: string): Opened | undefined {
  const session = openSession(file);
  const turns = turnsOf(session);
  const turn = turns.turns.find(({ id }) => id === promptUuid);
  if (!turn) return undefined;
  const before = pathTo(turns, turn.number).at(-2);
  const tracked = trackedFiles(session);
  const costState = lastCostState(session);
  if (before === undefined) {
    const { sessionId } = session;
    const nothing = { messages: [], after: undefined, slug: undefined, model: undefined, contextTokens: 0 };
    return { file, sessionId, ...nothing, turns: 0, tracked, costState, missing: { results: [], words: undefined } };
  }
  const { drops } = planFork(session, turns, before);
  const earlier = { ...session, nodes: session.nodes.filter((node) => !drops.has(node.index)) };
  const start = startOf(earlier, file);
  return start.kind === 'opened' ? { ...start.opened, tracked, costState } : undefined;
}

export interface RestorePlace {
  /** The config folder's `file-history`. */
  folder: string;
  projectDir: string;
}

export interface Restored {
  restored: string[];
  removed: string[];
  /** Files that were not restored, and why. */
  skipped: { file: string; why: string }[];
}

/** Restores files to their state at a prompt. Only files in the project, since a transcript may name any path. */
export function restoreFiles(file: string, promptUuid: string, place: RestorePlace): Restored {
  const session = openSession(file);
  const result: Restored = { restored: [], removed: [], skipped: [] };
  for (const [path, backup] of filesAt(promptUuid, snapshotsOf(session))) {
    const target = resolve(place.projectDir, path);
    const why = restoreOne(target, backup, join(place.folder, session.sessionId), place.projectDir);
    if (why) result.skipped.push({ file: target, why });
    else (backup.backupFileName === null ? result.removed : result.restored).push(target);
  }
  return result;
}

function restoreOne(target: string, backup: Backup, folder: string, projectDir: string): string | undefined {
  if (!isInsidePath(realPath(target), realPath(projectDir))) return 'it is outside the project';
  if (backup.backupFileName === null) {
    rmSync(target, { force: true });
    return undefined;
  }
  const kept = join(folder, backup.backupFileName);
  if (!existsSync(kept)) return 'its backup is gone';
  makeFolder(dirname(target));
  copyFileSync(kept, target);
  return undefined;
}

/** Resolves links in the part of the path that exists. */
function realPath(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const parent = dirname(path);
  return parent === path ? path : join(realPath(parent), path.slice(parent.length));
}

interface Snapshot {
  messageId: string;
  backups: Map<string, Backup>;
}

/** One snapshot per prompt, including files first changed after it. */
function snapshotsOf(session: Session): Snapshot[] {
  const snapshots: Snapshot[] = [];
  for (const node of session.nodes) {
    if (node.type !== 'file-history-snapshot' && node.type !== 'file-history-delta') continue;
    const entry = session.read(node) as OtherEntry;
    if (entry['type'] === 'file-history-snapshot') {
      const { messageId, trackedFileBackups } = (entry['snapshot'] ?? {}) as {
        messageId?: string;
        trackedFileBackups?: object;
      };
      const backups = Object.entries(trackedFileBackups ?? {}).filter(([, backup]) => isBackup(backup));
      snapshots.push({ messageId: String(messageId), backups: new Map(backups) });
    } else {
      const { snapshotMessageId, trackingPath, backup } = entry;
      const snapshot = snapshots.findLast(({ messageId }) => messageId === snapshotMessageId);
      if (snapshot && typeof trackingPath === 'string' && isBackup(backup)) snapshot.backups.set(trackingPath, backup);
    }
  }
  return snapshots;
}

/** The state at the prompt of every file changed since: its first backup from there on. */
function filesAt(promptUuid: string, snapshots: readonly Snapshot[]): Map<string, Backup> {
  const from = snapshots.findIndex(({ messageId }) => messageId === promptUuid);
  const files = new Map<string, Backup>();
  if (from === -1) return files;
  for (const { backups } of snapshots.slice(from)) {
    for (const [path, backup] of backups) if (!files.has(path)) files.set(path, backup);
  }
  return files;
}

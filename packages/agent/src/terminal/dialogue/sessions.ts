import { basename, dirname } from 'node:path';
import { listSessions, openSession, titleOf } from '@unspool/session';
import { configFolderAt } from '@unspool/session/locate';
import { shortId } from '@unspool/session/show';
import type { Choice } from './picker.js';

const MAX_SESSIONS = 40;
/** Larger files are listed without a title, since finding it would take too long. */
const MAX_BYTES = 20_000_000;

/** The project's sessions except the open one, newest first. */
export function sessionChoices(openFile: string, now: number): Choice<string>[] {
  const project = dirname(openFile);
  const config = configFolderAt(dirname(dirname(project)));
  if (!config) return [];
  return listSessions(config)
    .sessions.filter(({ slug, file, size }) => slug === basename(project) && file !== openFile && size > 0)
    .filter(({ hasUuidName }) => hasUuidName)
    .sort((a, b) => b.mtimeMs - a.mtimeMs)
    .slice(0, MAX_SESSIONS)
    .map(({ file, sessionId, mtimeMs, size }) => ({
      value: sessionId,
      label: size > MAX_BYTES ? sessionId : titleOf(openSession(file)).text || sessionId,
      detail: `${ago(now - mtimeMs)} · ${shortId(sessionId)}`,
    }));
}

export function ago(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ago`;
  return `${Math.floor(hours / 24)} days ago`;
}

import { createHash } from 'node:crypto';
import type { Output } from '../contract/output.js';
import type { DatabaseStorage } from './database-storage.js';
import { Makers } from './makers.js';
import { readSession } from './read-session.js';
import type { SessionInfo } from './storage.js';

/** Reads the changed sessions of a database with their sub-agents. */
export function readFamilies(storage: DatabaseStorage, output: Output): void {
  const sessions = storage.sessions();
  const byId = new Map(sessions.map((session) => [session.id, session]));
  const children = byParent(sessions);
  const makers = new Makers(storage);
  const done = new Set<string>();
  const readFamily = (root: SessionInfo) => {
    const family = familyOf(root, children, done);
    const stamp = createHash('sha1').update(family.map(({ id }) => storage.stampOf(id)).join('\n'));
    if (output.keep(root.id, stamp.digest('hex'))) return;
    for (const session of family) readSession(storage, session, { output, isSubAgent: session !== root, makers });
  };
  // A sub-agent without its session is shown as a session.
  for (const session of sessions) if (!byId.has(session.parent ?? '')) readFamily(session);
  // Damage can make sessions start each other.
  for (const session of sessions) if (!done.has(session.id)) readFamily(session);
}

function byParent(sessions: readonly SessionInfo[]): Map<string, SessionInfo[]> {
  const children = new Map<string, SessionInfo[]>();
  for (const session of sessions) {
    const { parent } = session;
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), session]);
  }
  return children;
}

/** A session with its sub-agents, at any depth. */
function familyOf(root: SessionInfo, children: ReadonlyMap<string, SessionInfo[]>, done: Set<string>): SessionInfo[] {
  const family = [root];
  done.add(root.id);
  for (const { id } of family) {
    for (const child of children.get(id) ?? []) {
      if (!done.has(child.id)) family.push(child);
      done.add(child.id);
    }
  }
  return family;
}

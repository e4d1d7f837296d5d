import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type JsonObject, readLines } from '@unspool/session';
import { isPackedName } from '@unspool/session/edit';
import { isSessionId } from '@unspool/session/locate';
import { makeFolder } from '@unspool/session/write';
import { TeamFailure } from '../contract/failure.js';
import type { SessionKey, SessionStoreEntry } from './session-key.js';

/** Entries on this disk, laid out like a client's projects. Everything the app writes is stored here first. */
export class KeptEntries {
  private readonly uuids = new Map<string, Set<string>>();

  constructor(readonly projects: string) {}

  /** Appends entries, except those whose uuid is there already. */
  append(key: SessionKey, entries: readonly SessionStoreEntry[]): void {
    const file = this.fileOf(key);
    const known = this.uuidsIn(file);
    const fresh = entries.filter(({ uuid }) => {
      if (uuid === undefined) return true;
      const isNew = !known.has(uuid);
      known.add(uuid);
      return isNew;
    });
    if (fresh.length === 0) return;
    makeFolder(dirname(file));
    const text = fresh.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    appendFileSync(file, text, { mode: 0o600, flush: true });
  }

  load(key: SessionKey): SessionStoreEntry[] | null {
    const file = this.fileOf(key);
    return existsSync(file) ? entriesIn(file) : null;
  }

  remove(key: SessionKey): void {
    const file = this.fileOf(key);
    this.uuids.delete(file);
    rmSync(file, { force: true });
    if (key.subpath === undefined) rmSync(file.slice(0, -'.jsonl'.length), { recursive: true, force: true });
  }

  subkeys(key: Pick<SessionKey, 'projectKey' | 'sessionId'>): string[] {
    const folder = this.fileOf(key).slice(0, -'.jsonl'.length);
    if (!existsSync(folder)) return [];
    return readdirSync(folder, { recursive: true })
      .map((name) => String(name).replaceAll('\\', '/'))
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => name.slice(0, -'.jsonl'.length));
  }

  fileOf({ projectKey, sessionId, subpath }: SessionKey): string {
    if (!isSessionId(sessionId)) throw new TeamFailure('bad_request', 'A session id must be a UUID.');
    const name = subpath === undefined ? `${sessionId}.jsonl` : `${sessionId}/${subpath}.jsonl`;
    if (subpath === '' || !isPackedName(`project/${name}`, sessionId))
      throw new TeamFailure('bad_request', 'This subpath cannot be kept.');
    return join(this.projects, folderOf(projectKey), ...name.split('/'));
  }

  private uuidsIn(file: string): Set<string> {
    let known = this.uuids.get(file);
    if (!known) {
      const entries = existsSync(file) ? entriesIn(file) : [];
      known = new Set(entries.flatMap(({ uuid }) => (uuid === undefined ? [] : [uuid])));
      this.uuids.set(file, known);
    }
    return known;
  }
}

/** The folder name for a key: the key itself if it is a plain name, otherwise its hash. */
export function folderOf(projectKey: string): string {
  if (/^[\w-][\w.-]{0,200}$/.test(projectKey)) return projectKey;
  return `key-${createHash('sha256').update(projectKey).digest('hex').slice(0, 32)}`;
}

export function entriesIn(file: string): SessionStoreEntry[] {
  const entries: SessionStoreEntry[] = [];
  for (const line of readLines(file)) entries.push(...line.objects.filter(isEntry));
  return entries;
}

function isEntry(object: JsonObject): object is SessionStoreEntry {
  return typeof object['type'] === 'string';
}

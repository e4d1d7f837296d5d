import { createHash } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readChunks } from '@unspool/session/read';
import { makeFolder, syncFolder } from '@unspool/session/write';
import type { FileKey, FileMark, SessionKey, SharedSession } from '../contract/model.js';

/**
 * The pushed files on disk. `shared/` and `copies/` are laid out like a client's config folder with one project per
 * person, so that the index reads them like any other. `incoming/` holds generations that are not complete yet.
 */
export class TeamFiles {
  constructor(private readonly folder: string) {}

  /** The folders to index. Originals come first, since a reply counts for the first file that has it. */
  get indexed(): { folder: string; projects: string }[] {
    return ['shared', 'copies'].map((name) => {
      const folder = join(this.folder, name);
      makeFolder(join(folder, 'projects'));
      return { folder, projects: join(folder, 'projects') };
    });
  }

  mainOf(session: SharedSession): string {
    return this.pathOf({ ...session, file: `project/${session.session}.jsonl` }, session);
  }

  /** Writes at an offset and removes what an interrupted push left after it. Synced to disk on return. */
  write(key: FileKey & { generation: number; offset: number; bytes: Uint8Array }, session: SharedSession): void {
    const incoming = this.incomingOf(key);
    const shown = this.pathOf(key, session);
    const isBegun = key.offset > 0 && !existsSync(incoming);
    const path = isBegun ? shown : incoming;
    makeFolder(dirname(path));
    const fd = openSync(path, key.offset === 0 ? 'w' : 'r+', 0o600);
    try {
      for (let at = 0; at < key.bytes.length; )
        at += writeSync(fd, key.bytes, at, key.bytes.length - at, key.offset + at);
      ftruncateSync(fd, key.offset + key.bytes.length);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    syncFolder(dirname(path));
  }

  /** Moves a complete generation to where readers look. Repeated after a crash. */
  publish(key: FileKey & { generation: number }, session: SharedSession): void {
    const incoming = this.incomingOf(key);
    if (!existsSync(incoming)) return;
    const path = this.pathOf(key, session);
    makeFolder(dirname(path));
    renameSync(incoming, path);
    syncFolder(dirname(path));
  }

  /** The bytes of a file up to its mark. Throws after the last one if their hash does not match. */
  *read(mark: FileMark, session: SharedSession): Generator<Uint8Array> {
    this.publish(mark, session);
    const path = this.pathOf(mark, session);
    const hash = createHash('sha256');
    let left = mark.bytes;
    for (const chunk of left > 0 ? readChunks(path) : []) {
      const part = Buffer.from(chunk.subarray(0, left));
      hash.update(part);
      left -= part.length;
      yield part;
      if (left === 0) break;
    }
    if (left > 0 || hash.digest('hex') !== mark.sha256) throw new Error(`${basename(path)} is damaged on disk`);
  }

  remove(session: SharedSession): void {
    const main = this.mainOf(session);
    const paths = [main, main.slice(0, -'.jsonl'.length), this.sideFolder(session), this.incomingFolder(session)];
    for (const path of paths) rmSync(path, { recursive: true, force: true });
  }

  private pathOf({ owner, session, file }: FileKey, { visibility, copyOf }: SharedSession): string {
    const [top = '', ...rest] = file.split('/');
    if (top !== 'project') return join(this.sideFolder({ owner, session }), top, ...rest);
    const area = visibility === 'own' ? 'own' : copyOf === '' ? 'shared' : 'copies';
    const isOwn = rest[0] === session || rest[0] === `${session}.jsonl`;
    // Old clients put sub-agents beside the session, where they would mix with those of the person's other sessions.
    return join(this.folder, area, 'projects', owner, ...(isOwn ? [] : [session, 'subagents', 'beside']), ...rest);
  }

  private sideFolder({ owner, session }: SessionKey): string {
    return join(this.folder, 'side', owner, session);
  }

  private incomingFolder({ owner, session }: SessionKey): string {
    return join(this.folder, 'incoming', owner, session);
  }

  private incomingOf(key: FileKey & { generation: number }): string {
    const name = createHash('sha256').update(key.file).digest('hex').slice(0, 16);
    return join(this.incomingFolder(key), `${name}.${key.generation}`);
  }
}

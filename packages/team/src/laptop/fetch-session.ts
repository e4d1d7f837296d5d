import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isPackedName, type PackManifest } from '@unspool/session/edit';
import { hashOfStart } from '@unspool/session/read';
import { makeFolder } from '@unspool/session/write';
import { TeamFailure } from '../contract/failure.js';
import { LIMITS } from '../contract/limits.js';
import type { FileMark, SessionKey, SharedSession } from '../contract/model.js';
import { teamFolder } from './membership.js';
import type { Reason, TeamClient } from './team-client.js';

/** Where this machine caches a shared session that it has shown. */
export function cacheFolder(dataFolder: string, { owner, session }: SessionKey): string {
  return join(teamFolder(dataFolder), 'cache', owner, session);
}

/**
 * Fetches a shared session into a folder, laid out like an unpacked archive. Each file has exactly the bytes that were
 * pushed. Files that are there already are not fetched again.
 */
export async function fetchSession(
  { owner, session, reason }: { owner: string; session: string; reason: Reason },
  client: TeamClient,
  folder: string,
): Promise<{ manifest: PackManifest; shared: SharedSession; files: FileMark[] }> {
  const { session: shared, files } = await client.open(owner, session, reason);
  // The service is not trusted to choose paths on this disk, nor how much space to use.
  if (files.length > LIMITS.filesPerSession || !files.every(({ file }) => isPackedName(file, session))) {
    throw new TeamFailure('bad_request', 'The service sent file names that no session can have.', {
      hint: 'Nothing was kept.',
    });
  }
  for (const mark of files) {
    await fetchFile({ ...mark, owner, session }, reason, { client, path: join(folder, ...mark.file.split('/')) });
  }
  const { title, cwd, home, platform, slug } = shared;
  const manifest: PackManifest = {
    version: 1,
    sessionId: session,
    title,
    cwd: cwd || null,
    home,
    platform,
    slug,
    isRedacted: true,
    files: files.map(({ file, bytes, sha256 }) => ({ name: file, size: bytes, sha256 })),
  };
  return { manifest, shared, files };
}

async function fetchFile(
  mark: FileMark,
  reason: Reason,
  { client, path }: { client: TeamClient; path: string },
): Promise<void> {
  if (statSync(path, { throwIfNoEntry: false })?.size === mark.bytes && hashOfStart(path, mark.bytes) === mark.sha256)
    return;
  makeFolder(dirname(path));
  const draft = `${path}.${process.pid}.tmp`;
  rmSync(draft, { force: true });
  const fd = openSync(draft, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const part of client.file(mark, reason)) {
      hash.update(part);
      bytes += part.length;
      if (bytes > mark.bytes) break;
      for (let at = 0; at < part.length; ) at += writeSync(fd, part, at);
    }
    if (bytes !== mark.bytes || hash.digest('hex') !== mark.sha256) {
      throw new TeamFailure('store_unavailable', `${mark.file} did not arrive as it was pushed.`, {
        hint: 'Try again.',
      });
    }
    fsyncSync(fd);
    renameSync(draft, path);
  } finally {
    closeSync(fd);
    rmSync(draft, { force: true });
  }
}

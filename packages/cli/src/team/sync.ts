import { appendFileSync, constants, copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import type { SessionFile } from '@unspool/session';
import { layOut, type PackManifest, startFolderOf, whyLive } from '@unspool/session/edit';
import { readRange } from '@unspool/session/read';
import { shortId } from '@unspool/session/show';
import { makeFolder, stampOf } from '@unspool/session/write';
import { type FileMark, fetchSession, newLines, pushQueue, type SharedSession, withLock } from '@unspool/team';
import { journalOf } from '../edit/source.js';
import { takeIn } from '../edit/take-in.js';
import type { Io } from '../io.js';
import { clientSessions } from '../session/find.js';
import { plural } from '../terminal/numbers.js';
import { safeLine } from '../terminal/safe.js';
import { UserError } from '../user-error.js';
import { joinedTeam } from './as-user.js';
import { collectAll, lockFile, queueOf } from './collecting.js';

interface Synced {
  /** Sessions that are new on this machine. */
  received: string[];
  /** Sessions that received lines from another machine. */
  continued: string[];
  /** Sessions that were skipped this time, and why. */
  left: { sessionId: string; reason: string }[];
  pushed: number;
}

/** Synchronises a person's machines. Lines are only added, never removed. */
export async function sync({ json }: { json?: boolean }, io: Io): Promise<number> {
  const synced = await withLock(lockFile(io), () => syncAll(io));
  if (json) io.out(`${JSON.stringify(synced, null, 2)}\n`);
  else {
    const { received, continued, left, pushed } = synced;
    io.out(`Received ${plural(received.length, 'session')}, continued ${continued.length}, sent ${pushed}.\n`);
    for (const { sessionId, reason } of left)
      io.err(`${shortId(sessionId)} was skipped until the next sync: ${safeLine(reason)}\n`);
  }
  return 0;
}

async function syncAll(io: Io): Promise<Synced> {
  const { membership, client } = joinedTeam(io);
  const queue = queueOf(io);
  const { home, platform } = io;
  const push = () => pushQueue({ queue, client, person: membership.person, home, platform, now: Date.now });
  const synced: Synced = { received: [], continued: [], left: [], pushed: 0 };
  collectAll(membership, queue, io);
  synced.pushed += (await push()).sessions;
  const taken = new Map<string, FileMark[]>();
  for await (const shared of client.sessions({ person: membership.person })) {
    if (shared.visibility === 'metrics') continue;
    try {
      const marks = await fetchNew(shared, synced, io);
      if (marks) taken.set(shared.session, marks);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      synced.left.push({ sessionId: shared.session, reason: error.message });
    }
  }
  collectAll(membership, queue, io);
  for (const [sessionId, marks] of taken) {
    const session = queue.get(sessionId);
    if (!session) continue;
    for (const { file, generation, bytes } of marks) {
      const known = session.files[file];
      if (known && known.generation !== generation) known.merged = { generation, bytes };
    }
    queue.put(session);
  }
  synced.pushed += (await push()).sessions;
  return synced;
}

/** Fetches what another machine pushed. Returns the marks of the fetched files; undefined if nothing was new. */
async function fetchNew({ owner, session }: SharedSession, synced: Synced, io: Io): Promise<FileMark[] | undefined> {
  const { client } = joinedTeam(io);
  const queued = queueOf(io).get(session);
  const local = clientSessions(io).sessions.find((each) => each.sessionId === session && each.hasMain);
  // It was on this machine, and its owner or the client deleted it.
  if (!local && queued) return undefined;
  const { files } = await client.open(owner, session, 'pull');
  const isKnown = ({ file, generation, bytes }: FileMark) => {
    const known = queued?.files[file];
    return (
      known?.generation === generation || (known?.merged?.generation === generation && known.merged.bytes === bytes)
    );
  };
  if (local && files.every(isKnown)) return undefined;
  const scratch = mkdtempSync(join(tmpdir(), 'unspool-sync-'));
  try {
    const { manifest, files: fetched } = await fetchSession(
      { owner, session, reason: 'pull' },
      client,
      join(scratch, 'raw'),
    );
    if (local) {
      if (!merge(local, { manifest, scratch }, io)) return fetched;
      synced.continued.push(session);
    } else {
      const withFolder = `unspool team pull ${owner}/${shortId(session)} --cwd FOLDER`;
      const incoming = { manifest, scratch, what: `pull ${owner}/${session}`, withFolder };
      takeIn(incoming, {}, { ...io, out: () => {}, err: () => {} });
      synced.received.push(session);
    }
    return fetched;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** A crash may have cut the last line, and a new one must not continue it. */
function appendLines(file: string, lines: Uint8Array): void {
  const { size } = statSync(file);
  const isCut = size > 0 && readRange(file, size - 1, 1)[0] !== 10;
  appendFileSync(file, isCut ? Buffer.concat([Buffer.from('\n'), lines]) : lines, { flush: true });
}

/** Appends the new lines of each transcript, as one change that can be undone. False if there are none. */
function merge(
  local: SessionFile,
  { manifest, scratch }: { manifest: PackManifest; scratch: string },
  io: Io,
): boolean {
  const journal = journalOf(io);
  const folder = dirname(local.file);
  const arrival = { cwd: startFolderOf(local.file) ?? folder, home: io.home, project: basename(folder) };
  const staged = join(scratch, 'config');
  const { main } = layOut(manifest, { raw: join(scratch, 'raw'), folder: staged, arrival });
  const drafts: { file: string; draft: string; expected?: NonNullable<ReturnType<typeof stampOf>> }[] = [];
  try {
    for (const { name } of manifest.files) {
      if (!name.startsWith('project/')) continue;
      const other = join(dirname(main), ...name.split('/').slice(1));
      const file = join(folder, relative(dirname(main), other));
      const draft = join(dirname(file), `.unspool-${process.pid}-${drafts.length}.tmp`);
      const expected = stampOf(file);
      if (!expected) {
        makeFolder(dirname(file));
        copyFileSync(other, draft, constants.COPYFILE_EXCL);
      } else if (name.endsWith('.jsonl')) {
        const added = Buffer.concat([...newLines(file, other)].map((line) => Buffer.from(line)));
        if (added.length === 0) continue;
        copyFileSync(file, draft, constants.COPYFILE_EXCL);
        appendLines(draft, added);
      } else continue;
      drafts.push({ file, draft, ...(expected && { expected }) });
    }
    if (drafts.length === 0) return false;
    const reasons = whyLive(local.file, journal, io.now);
    if (reasons.length > 0) throw new UserError('It is in use.', { why: reasons.join('; ') });
    const at = new Date(io.now).toISOString();
    journal.change({ at, what: `sync ${shortId(local.sessionId)}`, file: local.file }, { drafts, folders: [] });
    return true;
  } finally {
    for (const { draft } of drafts) if (existsSync(draft)) rmSync(draft);
  }
}

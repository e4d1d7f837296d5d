import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { isPackedName } from '@unspool/session/edit';
import { splitBytes } from '@unspool/session/read';
import { TeamFailure } from '../contract/failure.js';
import { BLOCK, LIMITS } from '../contract/limits.js';
import { isMetricsLine } from '../contract/metrics-line.js';
import type { Held, Piece, SharedSession } from '../contract/model.js';
import type { TeamStore } from '../contract/store.js';
import type { Quotas } from './quotas.js';

/** The headers and the address of a push. */
export interface PushRequest {
  owner: string;
  session: string;
  file: string;
  generation: number;
  offset: number;
  version: number;
  isWhole: boolean;
  /** Hash of the bytes of this push. */
  sha256: string;
  /** Hash of the file up to the end of this push. */
  fileSha256: string;
}

/** Stores whole lines of a file from an offset. Repeated, reordered or differently split pushes give the same result. */
export async function takePush(
  { sha256, fileSha256, ...request }: PushRequest,
  bytes: Buffer,
  { store, session, quotas }: { store: TeamStore; session: SharedSession; quotas: Quotas },
): Promise<Held> {
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
    throw new TeamFailure('bad_request', 'The bytes that arrived differ from those that were sent.', {
      hint: 'Push again.',
    });
  }
  const piece: Piece = { ...request, bytes, sha256: fileSha256 };
  checkPiece(piece, session);
  const before = await store.held(piece);
  checkRoom(piece, before);
  await quotas.take(piece.owner, { bytes: newBytes(piece, before.get(piece.file)), sessions: 0 });
  const held = await store.append(piece, session);
  const isKept = held.generation === piece.generation && held.bytes >= piece.offset + bytes.length;
  if (isKept) return held;
  // Since this request began, the session was withdrawn or shared in another way. The laptop will describe it again.
  if (held.generation < piece.generation && held.bytes === 0) {
    throw new TeamFailure('not_found', 'The session changed while this was sent.', { hint: 'Push again.' });
  }
  throw new TeamFailure('gap', 'The push does not begin where the stored file ends.', { held });
}

/** Decompresses a body, up to the limit of a push. */
export async function unpackBody(body: Uint8Array, encoding: string | undefined): Promise<Buffer> {
  if (encoding !== undefined && encoding !== 'gzip' && encoding !== 'identity') {
    throw new TeamFailure('bad_request', 'A push is sent as it is or with gzip.');
  }
  if (encoding !== 'gzip') {
    if (body.length > LIMITS.pieceBytes) throw tooLarge('A push', LIMITS.pieceBytes);
    return Buffer.from(body);
  }
  try {
    return await promisify(gunzip)(body, { maxOutputLength: LIMITS.pieceBytes });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge('A push', LIMITS.pieceBytes);
    throw new TeamFailure('bad_request', 'The body is not gzip.');
  }
}

export function tooLarge(what: string, limit: number): TeamFailure {
  const shown = limit < 1024 * 1024 ? `${limit / 1024} kB` : `${Math.round(limit / 1024 / 1024)} MB`;
  return new TeamFailure('too_large', `${what} is larger than ${shown}.`, {
    hint: 'Nothing was stored.',
  });
}

function checkPiece(piece: Piece, { visibility }: SharedSession): void {
  const { file, offset, bytes, generation, session } = piece;
  if (!isPackedName(file, session)) throw new TeamFailure('bad_request', 'This is not a file of the session.');
  for (const number of [generation, offset, piece.version]) {
    if (!Number.isSafeInteger(number) || number < 0)
      throw new TeamFailure('bad_request', 'A number in the request is not valid.');
  }
  if (!/^[0-9a-f]{64}$/.test(piece.sha256)) throw new TeamFailure('bad_request', 'A checksum is not valid.');
  if (file.endsWith('.jsonl')) {
    if (bytes.length > 0 && bytes.at(-1) !== LINE_FEED) {
      throw new TeamFailure('bad_request', 'A push of a transcript must end with a whole line.');
    }
  } else if (offset % BLOCK !== 0 || (!piece.isWhole && bytes.length % BLOCK !== 0)) {
    throw new TeamFailure('bad_request', `A file that is not a transcript must be cut at multiples of ${BLOCK} bytes.`);
  }
  if (visibility === 'metrics') checkMetrics(piece);
}

const LINE_FEED = 10;

/** Refuses anything but numbers for a session that shares only numbers, whatever a laptop sends. */
function checkMetrics({ file, session, bytes }: Piece): void {
  const isOfReplies =
    file === `project/${session}.jsonl` ||
    /^project\/[0-9a-f-]{36}\/subagents\/agent-[0-9a-f]{1,64}\.jsonl$/.test(file);
  const lines = isOfReplies ? [...splitBytes(bytes)] : [];
  if (isOfReplies && lines.every((line) => isMetricsLine(line, session))) return;
  throw new TeamFailure('bad_request', 'This session shares numbers only, and this is more than numbers.');
}

/** How many bytes a push adds: none if it is repeated. */
function newBytes({ generation, offset, bytes }: Piece, held: Held | undefined): number {
  const has = held?.generation === generation ? held.bytes : 0;
  const isLate = held !== undefined && held.generation > generation;
  return isLate || offset > has ? 0 : Math.max(0, offset + bytes.length - has);
}

/** Includes incomplete files, since they also take up space. */
function checkRoom({ file, offset, bytes }: Piece, held: ReadonlyMap<string, Held>): void {
  let total = offset + bytes.length;
  for (const [name, { bytes: size }] of held) {
    if (name === file) continue;
    total += size;
    if (!name.startsWith(`${file}/`) && !file.startsWith(`${name}/`)) continue;
    throw new TeamFailure('bad_request', 'A file of the session cannot be a folder too.');
  }
  if (total > LIMITS.sessionBytes) throw tooLarge('The session', LIMITS.sessionBytes);
  if (held.has(file) || held.size < LIMITS.filesPerSession) return;
  throw new TeamFailure('too_large', `A session has more than ${LIMITS.filesPerSession} files.`);
}

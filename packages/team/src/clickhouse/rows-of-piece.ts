import { usageOf } from '@unspool/session';
import { SEARCH_KINDS, searchableOf } from '@unspool/session/facts';
import { splitBytes } from '@unspool/session/read';
import { Prices } from '@unspool/store';
import { BLOCK } from '../contract/limits.js';
import type { Piece, SharedSession } from '../contract/model.js';
import { toBinary } from './binary-json.js';
import type { Row } from './clickhouse.js';

export interface PieceRows {
  lines: Row[];
  texts: Row[];
  replies: Row[];
}

/** The rows that a piece adds: its lines or blocks, its searchable texts, and the replies that count as usage. */
export function rowsOfPiece(piece: Piece, session: SharedSession & { epoch: number }): PieceRows {
  const rows: PieceRows = { lines: [], texts: [], replies: [] };
  const { owner, session: id, file, generation, version } = piece;
  const place = {
    day: dayOf(session.startedAt),
    owner,
    session: id,
    epoch: session.epoch,
    file: toBinary(file),
    generation,
  };
  if (!file.endsWith('.jsonl')) {
    for (let at = 0; at < piece.bytes.length; at += BLOCK) {
      const raw = toBinary(piece.bytes.subarray(at, at + BLOCK));
      rows.lines.push({ ...place, offset: piece.offset + at, version, raw });
    }
    return rows;
  }
  for (const line of splitBytes(piece.bytes)) {
    const offset = piece.offset + line.byte;
    const bytes = piece.bytes.subarray(line.byte, line.byte + line.length);
    rows.lines.push({ ...place, offset, version, raw: toBinary(bytes) });
    for (const object of line.objects) {
      if (session.visibility === 'team') rows.texts.push(...textsOf(object, { ...place, offset, version }));
      if (session.visibility !== 'own') rows.replies.push(...replyOf(object, session, version));
    }
  }
  return rows;
}

/** Longer texts are split between words, so that no row is huge. */
const LONGEST_TEXT = 32_000;

function textsOf(object: { [key: string]: unknown }, place: Row): Row[] {
  const time = Math.max(0, Date.parse(String(object['timestamp'])) || 0);
  return searchableOf(object).flatMap(({ kind, text, tool }, at) =>
    cut(text).map((each, piece) => ({
      ...place,
      part: at * 10_000 + piece,
      kind: SEARCH_KINDS.indexOf(kind),
      tool: toBinary((tool ?? '').slice(0, 200)),
      time,
      text: toBinary(each),
    })),
  );
}

function cut(text: string): string[] {
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = at + LONGEST_TEXT;
    const space = end < text.length ? text.lastIndexOf(' ', end) : text.length;
    const next = space > at ? space : end;
    parts.push(text.slice(at, next));
    at = next;
  }
  return parts;
}

const prices = new Prices();

function replyOf(
  object: { [key: string]: unknown },
  session: SharedSession & { epoch: number },
  version: number,
): Row[] {
  const usage = usageOf(object);
  if (usage?.key === undefined) return [];
  const time = Number.isNaN(usage.time) ? 0 : Math.floor(usage.time / 1000);
  const isCopy = session.copyOf !== '' && usage.time <= session.copiedAt;
  const tokens = usage.input + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h;
  return [
    {
      // The reply's own day, so that all its copies are in the same partition and can be merged.
      day: dayOf(usage.time),
      key: toBinary(usage.key.slice(0, 200)),
      owner: session.owner,
      session: session.session,
      epoch: session.epoch,
      person: isCopy ? session.copyOf : session.owner,
      project: toBinary(session.project),
      model: toBinary(usage.model.slice(0, 200)),
      time: Math.max(0, Math.min(time, 0xffffffff)),
      copy: isCopy ? 1 : 0,
      fast: usage.isFast ? 1 : 0,
      us: usage.isUs ? 1 : 0,
      over: tokens > prices.threshold(usage.model) ? 1 : 0,
      agent: usage.isSidechain ? 1 : 0,
      input: usage.input,
      output: usage.output,
      cache_read: usage.cacheRead,
      cache_write_5m: usage.cacheWrite5m,
      cache_write_1h: usage.cacheWrite1h,
      web_searches: Math.min(usage.webSearches, 0xffffffff),
      version,
    },
  ];
}

const FIRST_DAY = Date.UTC(2024, 0, 1);
const DAY = 86_400_000;

/**
 * The day, if a session can have happened on it; otherwise the first day of 1970. Days decide the partition, and a
 * transcript with made-up times must not touch more partitions than ClickHouse accepts in one insert.
 */
function dayOf(time: number): string {
  const isLikely = time >= FIRST_DAY && time < Date.now() + 2 * DAY;
  return new Date(isLikely ? time : 0).toISOString().slice(0, 10);
}

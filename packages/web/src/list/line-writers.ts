import { type Database, findWriters } from '@unspool/store';
import type { LineWriters } from '../view/routes.js';
import { maskedLine } from '../view/texts.js';
import type { FileDiff, SessionRow } from '../view/view.js';

/** Finds the sessions that wrote the lines of a diff which this session did not add. */
export function lineWriters(database: Database, { path, hunks }: FileDiff, row: SessionRow): LineWriters {
  const asked = hunks.flatMap(({ lines }, hunk) =>
    lines.flatMap(({ kind, text }, line) => (kind === 'added' ? [] : [{ place: `${hunk}.${line}` as const, text }])),
  );
  const until = [row.startedAt ?? Number.POSITIVE_INFINITY];
  const name = row.project.name.split('/').at(-1) ?? '';
  const found = findWriters(
    database,
    asked.map(({ text }) => ({ paths: [path], text, until })),
    // No folder is given, since paths from a transcript are never accessed on disk.
    { folder: undefined, names: [name] },
  );
  const writers: LineWriters['writers'] = {};
  for (const [at, { place }] of asked.entries()) {
    const writer = found[at];
    if (!writer || writer.sessionId === row.id) continue;
    const { sessionId: session, agentId = null, turn, time = null } = writer;
    const title = maskedLine(writer.title ?? '', { isRevealed: false });
    writers[place] = { session, agentId, title, turn, at: time };
  }
  return { writers };
}

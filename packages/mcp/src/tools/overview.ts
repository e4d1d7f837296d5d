import { SEARCH_KINDS } from '@unspool/session/facts';
import { plural } from '@unspool/session/show';
import { readIndexed } from '@unspool/store';
import { day, inBudget, oneLine, type Part, plainName, SHOWN } from '../answer.js';
import type { Arguments } from '../arguments.js';
import type { Room } from '../room.js';
import { findSession } from './find-session.js';

const MAX_FILES = 12;
const MAX_PROMPTS = 300;

/** A summary of a session. */
export function overview(args: Arguments, room: Room): string {
  const session = findSession(args, room);
  const parts: Part[] = [
    {
      head: `Session ${session.id}: ${plural(session.turns, 'turn')}, ${day(session.started)} to ${day(session.ended)}, branch ${plainName(session.branch ?? 'unknown')}`,
      quoted: session.title,
    },
  ];
  const files = filesOf(session.number, room);
  if (files.length > 0) parts.push({ head: 'Files it wrote:', quoted: files.join('\n') });
  for (const { turn, text } of promptsOf(session.number, session.main, room)) {
    parts.push({ head: `turn ${turn}`, quoted: oneLine(text, 160) });
  }
  return inBudget(
    { parts, more: () => 'More: a larger max_tokens; a turn: show_turn.', nothing: 'The session is empty.' },
    args,
  );
}

function filesOf(session: number, { database }: Room): string[] {
  return database
    .prepare(
      `SELECT names.text AS path, count(*) AS n FROM writes JOIN files ON files.id = writes.file
         JOIN names ON names.id = writes.path WHERE files.session = ? GROUP BY names.text ORDER BY n DESC LIMIT ?`,
    )
    .all(session, MAX_FILES)
    .map((row) => oneLine(String(row['path'])));
}

function promptsOf(session: number, main: string, { database, kept }: Room): { turn: number; text: string }[] {
  return database
    .prepare(
      `SELECT docs.byte, docs.part, docs.turn FROM docs JOIN files ON files.id = docs.file
       WHERE files.session = ? AND files.agent IS NULL AND docs.kind = ? ORDER BY docs.byte LIMIT ?`,
    )
    .all(session, SEARCH_KINDS.indexOf('prompt'), MAX_PROMPTS)
    .flatMap((row) => {
      const read = readIndexed(
        { file: main, byte: Number(row['byte']), part: Number(row['part']) },
        { kept, shown: SHOWN },
      );
      return !read || read.isSide ? [] : [{ turn: Number(row['turn']), text: read.text }];
    });
}

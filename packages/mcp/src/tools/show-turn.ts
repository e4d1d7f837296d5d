import { SEARCH_KINDS, type SearchKind } from '@unspool/session/facts';
import { plural, shortId } from '@unspool/session/show';
import { readIndexedText } from '@unspool/store';
import { inBudget, oneLine, type Part, plainName, SHOWN } from '../answer.js';
import { type Arguments, BadArgument } from '../arguments.js';
import type { Room } from '../room.js';
import { findSession } from './find-session.js';

/** A turn, item by item: words in full, calls and their outputs on one line each. */
export function showTurn(args: Arguments, room: Room): string {
  const session = findSession(args, room);
  const turn = args.count('turn') ?? 1;
  const from = args.count('from') ?? 1;
  if (turn > session.turns)
    throw new BadArgument(`Session ${shortId(session.id)} has ${plural(session.turns, 'turn')}.`);
  const rows = room.database
    .prepare(
      `SELECT docs.byte, docs.part, docs.kind, docs.is_error, names.text AS tool FROM docs
         JOIN files ON files.id = docs.file LEFT JOIN names ON names.id = docs.tool
       WHERE files.session = ? AND files.agent IS NULL AND docs.turn = ? ORDER BY docs.byte, docs.part LIMIT 2000`,
    )
    .all(session.number, turn)
    .map((row) => ({ row, name: SEARCH_KINDS[Number(row['kind'])] ?? ('injected' as const) }))
    .filter(({ name }) => !UNSHOWN.has(name));
  const parts = rows.slice(from - 1).flatMap(({ row, name }, at): Part[] => {
    const text = readIndexedText(
      { file: session.main, byte: Number(row['byte']), part: Number(row['part']) },
      { kept: room.kept, shown: SHOWN },
    );
    if (text === undefined) return [];
    const tool = row['tool'] == null ? '' : ` ${plainName(String(row['tool']))}`;
    const failed = row['is_error'] === 1 ? ' failed' : '';
    const isFolded = name === 'tool_input' || name === 'tool_output';
    return [
      {
        head: `${from + at}. ${name.replace('_', ' ')}${tool}${failed}`,
        quoted: isFolded ? oneLine(text, 200) : text,
      },
    ];
  });
  const [first] = parts;
  if (first) first.head = `Session ${shortId(session.id)} turn ${turn} of ${session.turns}. ${first.head}`;
  return inBudget(
    {
      parts,
      more: (shown) => `${rows.length - from + 1 - shown} more items: from: ${from + shown}, or a larger max_tokens.`,
      nothing: `Turn ${turn} of session ${shortId(session.id)} has no words.`,
    },
    args,
  );
}

const UNSHOWN: ReadonlySet<SearchKind> = new Set<SearchKind>(['thinking', 'injected', 'title']);

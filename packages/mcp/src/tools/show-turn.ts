import { SEARCH_KINDS, type SearchKind } from '@unspool/session/facts';
import { plural, shortId } from '@unspool/session/show';
import { readIndexedText } from '@unspool/store';
import { inBudget, oneLine, type Part, plainName, SHOWN } from '../answer.js';
import { type Arguments, BadArgument } from '../arguments.js';
import type { Room } from '../room.js';
import { findSession } from './find-session.js';

/** A turn, item by item: words in full, calls and their outputs on one line each. `offset` opens one item. */
export function showTurn(args: Arguments, room: Room): string {
  const session = findSession(args, room);
  const turn = args.count('turn') ?? 1;
  const from = args.count('from') ?? 1;
  const offset = args.count('offset');
  const agent = args.maybeText('agent');
  if (agent === undefined && turn > session.turns)
    throw new BadArgument(`Session ${shortId(session.id)} has ${plural(session.turns, 'turn')}.`);
  const rows = room.database
    .prepare(
      `SELECT files.path, docs.byte, docs.part, docs.kind, docs.is_error, names.text AS tool FROM docs
         JOIN files ON files.id = docs.file LEFT JOIN names ON names.id = docs.tool
       WHERE files.session = ? AND files.agent IS ? AND docs.turn = ? ORDER BY docs.byte, docs.part LIMIT 2000`,
    )
    .all(session.number, agent ?? null, turn)
    .map((row) => ({ row, name: SEARCH_KINDS[Number(row['kind'])] ?? ('injected' as const) }))
    .filter(({ name }) => !UNSHOWN.has(name));
  const parts = rows.slice(from - 1).flatMap(({ row, name }, at): (Part & { number: number })[] => {
    const text = readIndexedText(
      { file: String(row['path']), byte: Number(row['byte']), part: Number(row['part']) },
      { kept: room.kept, shown: SHOWN },
    );
    if (text === undefined) return [];
    const tool = row['tool'] == null ? '' : ` ${plainName(String(row['tool']))}`;
    const failed = row['is_error'] === 1 ? ' failed' : '';
    const number = from + at;
    const head = `${number}. ${name.replace('_', ' ')}${tool}${failed}`;
    if (at === 0 && offset !== undefined) return [{ number, head, quoted: text, skipped: offset - 1 }];
    if ((name !== 'tool_input' && name !== 'tool_output') || text.length <= FOLDED)
      return [{ number, head, quoted: text }];
    return [{ number, head: `${head}, ${text.length} characters`, quoted: oneLine(text, FOLDED) }];
  });
  const [first] = parts;
  const place = agent === undefined ? `turn ${turn} of ${session.turns}` : `agent ${plainName(agent)} turn ${turn}`;
  if (first) first.head = `Session ${shortId(session.id)} ${place}. ${first.head}`;
  return inBudget(
    {
      parts,
      more: (shown, end) =>
        end === undefined
          ? `${parts.length - shown} more items: from: ${parts[shown]?.number}, or a larger max_tokens.`
          : `The rest of item ${parts[0]?.number}: from: ${parts[0]?.number}, offset: ${end + 1}, or a larger max_tokens.`,
      nothing: `Session ${shortId(session.id)} ${place} has no text${from > 1 ? ` from item ${from} on` : ''}.`,
    },
    args,
  );
}

/** Longer calls and outputs are shortened to so many characters. */
const FOLDED = 200;

const UNSHOWN: ReadonlySet<SearchKind> = new Set<SearchKind>(['thinking', 'injected', 'title']);

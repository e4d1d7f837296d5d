import type { SearchKind } from '@unspool/session/facts';
import { plural, shortId } from '@unspool/session/show';
import { readIndexedText } from '@unspool/store';
import { inBudget, oneLine, type Part, plainName, SHOWN } from '../answer.js';
import { type Arguments, BadArgument } from '../arguments.js';
import type { Room } from '../room.js';
import { findSession } from './find-session.js';
import { itemsOf } from './items.js';

/** A turn, item by item: words in full, calls and their outputs on one line each. `offset` opens one item. */
export function showTurn(args: Arguments, room: Room): string {
  const session = findSession(args, room);
  const turn = args.count('turn', 0) ?? 1;
  const from = args.count('from') ?? 1;
  const offset = args.count('offset');
  const agent = args.maybeText('agent');
  if (agent === undefined && turn > session.turns)
    throw new BadArgument(`Session ${shortId(session.id)} has ${plural(session.turns, 'turn')}.`);
  const items = itemsOf(room.database, { session: session.number, agent, turn });
  const parts = items.slice(from - 1).flatMap((item, at): (Part & { number: number })[] => {
    const text = readIndexedText(item, { kept: room.kept, shown: SHOWN });
    if (text === undefined) return [];
    const tool = item.tool === undefined ? '' : ` ${plainName(item.tool)}`;
    const failed = item.isError ? ' failed' : '';
    const number = from + at;
    const head = `${number}. ${item.kind.replace('_', ' ')}${tool}${failed}`;
    if (at === 0 && offset !== undefined) return [{ number, head, quoted: text, skipped: offset - 1 }];
    if (!FOLDED_KINDS.has(item.kind) || text.length <= FOLDED) return [{ number, head, quoted: text }];
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

/** Longer texts of these kinds are shortened to so many characters. */
const FOLDED = 200;
const FOLDED_KINDS: ReadonlySet<SearchKind> = new Set<SearchKind>(['thinking', 'tool_input', 'tool_output']);

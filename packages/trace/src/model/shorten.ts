/** Cuts a text and says how much is missing. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = isHighSurrogate(text, limit - 1) ? limit - 1 : limit;
  return `${text.slice(0, Math.max(0, end))}…[unspool: ${text.length - Math.max(0, end)} of ${text.length} characters left out]`;
}

/**
 * Returns a value as text of at most `limit` characters, not counting the marker of a cut. JSON stays valid: first strings
 * inside are cut, then lists and objects.
 */
export function shorten(value: unknown, limit: number): string {
  if (typeof value === 'string') return cutText(value, limit);
  const whole = JSON.stringify(value) ?? '';
  if (whole.length <= limit) return whole;
  for (const room of roomsFor(limit)) {
    const part = JSON.stringify(inRoom(value, room, 0));
    if (part.length <= limit) return part;
  }
  return cutText(whole, limit);
}

/** The limits for each string, list and object inside a value. */
interface Room {
  characters: number;
  items: number;
}

const SHORTEST = 64;
const ITEMS = [Number.POSITIVE_INFINITY, 256, 64, 16, 4, 1];

/** Smaller and smaller limits. Few rounds are enough, since a long value is mostly one long text. */
function* roomsFor(limit: number): Generator<Room> {
  for (const items of ITEMS) {
    for (let characters = limit / 2; characters >= SHORTEST; characters /= 4) {
      yield { characters: Math.floor(characters), items };
    }
  }
}

/** No known tool nests deeper. */
const MAX_DEPTH = 64;

function inRoom(value: unknown, room: Room, depth: number): unknown {
  if (typeof value === 'string') return cutText(value, room.characters);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return '…[unspool: nested too deep]';
  const inner = (each: unknown) => inRoom(each, room, depth + 1);
  if (Array.isArray(value)) {
    const missing = value.length - room.items;
    if (missing <= 0) return value.map(inner);
    return [...value.slice(0, room.items).map(inner), leftOut(missing, value.length, 'items')];
  }
  const fields = Object.entries(value);
  const missing = fields.length - room.items;
  const kept = missing <= 0 ? fields : fields.slice(0, room.items);
  const short = kept.map(([key, each]): [string, unknown] => [cutText(key, room.characters), inner(each)]);
  if (missing > 0) short.push(['…', leftOut(missing, fields.length, 'fields')]);
  return Object.fromEntries(short);
}

function leftOut(count: number, all: number, what: string): string {
  return `…[unspool: ${count} of ${all} ${what} left out]`;
}

function isHighSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xd800 && unit < 0xdc00;
}

/** A value in a JSON text, with its position: it can be changed without touching any other byte. */
export type JsonPlace = ObjectPlace | ListPlace | ScalarPlace;

interface Place {
  from: number;
  /** The position after its last character. */
  to: number;
}

export interface ObjectPlace extends Place {
  kind: 'object';
  members: MemberPlace[];
}

/** From the key's first quote to the end of the value. */
export interface MemberPlace extends Place {
  key: string;
  value: JsonPlace;
}

export interface ListPlace extends Place {
  kind: 'list';
  items: JsonPlace[];
}

export interface ScalarPlace extends Place {
  kind: 'scalar';
}

/** The text must be valid JSON: the caller has parsed it. `at` is where the value, or the space before it, begins. */
export function placesIn(text: string, at = 0): JsonPlace {
  const from = skipSpace(text, at);
  switch (text[from]) {
    case '{':
      return objectAt(text, from);
    case '[':
      return listAt(text, from);
    case '"':
      return { kind: 'scalar', from, to: stringEnd(text, from) };
    default:
      return { kind: 'scalar', from, to: endOf(/[^\s,\]}]*/y, text, from) };
  }
}

export function childrenOf(place: ObjectPlace | ListPlace): readonly Place[] {
  return place.kind === 'object' ? place.members : place.items;
}

/** The last member of that name, which is the one that counts. */
export function memberOf(place: JsonPlace | undefined, key: string): JsonPlace | undefined {
  return place?.kind === 'object' ? place.members.findLast((member) => member.key === key)?.value : undefined;
}

function objectAt(text: string, from: number): ObjectPlace {
  const members: MemberPlace[] = [];
  let at = skipSpace(text, from + 1);
  while (text[at] === '"') {
    const keyEnd = stringEnd(text, at);
    const value = placesIn(text, skipSpace(text, keyEnd) + 1);
    members.push({ key: JSON.parse(text.slice(at, keyEnd)) as string, from: at, to: value.to, value });
    at = nextAfter(text, value.to);
  }
  return { kind: 'object', from, to: at + 1, members };
}

function listAt(text: string, from: number): ListPlace {
  const items: JsonPlace[] = [];
  let at = skipSpace(text, from + 1);
  while (at < text.length && text[at] !== ']') {
    const item = placesIn(text, at);
    items.push(item);
    at = nextAfter(text, item.to);
  }
  return { kind: 'list', from, to: at + 1, items };
}

function nextAfter(text: string, at: number): number {
  const next = skipSpace(text, at);
  return text[next] === ',' ? skipSpace(text, next + 1) : next;
}

function stringEnd(text: string, from: number): number {
  return endOf(/"(?:[^"\\]|\\.)*"/y, text, from);
}

function skipSpace(text: string, at: number): number {
  return endOf(/[ \t\r\n]*/y, text, at);
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  pattern.test(text);
  return pattern.lastIndex;
}

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IdMap } from '../../src/edit/id-map.js';
import { UuidSet } from '../../src/edit/uuid-set.js';

const TOKEN = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const uuids = Array.from({ length: 12 }, () => randomUUID() as string);
const [sessionId = '', session = '', ...lines] = uuids;
const known = lines.slice(0, 5);

function setOf(ids: readonly string[]): UuidSet {
  const set = new UuidSet();
  for (const id of ids) set.add(Buffer.from(id), 0);
  return set;
}

function replaced(ids: IdMap, text: string): string {
  const bytes = Buffer.from(text);
  ids.replaceIn(bytes);
  return bytes.toString('utf8');
}

describe('replaced ids', () => {
  const uuids = setOf(known);
  const ids = new IdMap(randomUUID, uuids);
  ids.set(session, sessionId);
  const fresh = new Map([...known, session].map((id) => [id, replaced(ids, id)]));

  it('become different UUIDs, and none an old one', () => {
    const news = known.map((id) => fresh.get(id) ?? '');
    expect(new Set([...news, ...known]).size).toBe(2 * known.length);
    for (const id of news) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(fresh.get(session)).toBe(sessionId);
  });

  it('keep the first new id they get', () => {
    for (const id of known) uuids.add(Buffer.from(id), 0);
    for (const id of known) expect(replaced(ids, id)).toBe(fresh.get(id));
  });

  it('are found wherever they occur', () => {
    const part = fc.oneof(
      fc.constantFrom(...known, ...known, session, ...lines.slice(5), '-', '--', '"', 'a', '0123-4567-89ab-cdef-'),
      fc.constantFrom(...known).map((id) => id.toUpperCase()),
      fc.constantFrom(...known).map((id) => id.slice(3)),
      fc.string({ maxLength: 9 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        const text = parts.join(' ');
        expect(ids.occursIn(Buffer.from(text))).toBe([...known, session].some((id) => text.includes(id)));
        expect(replaced(ids, text)).toBe(text.replace(TOKEN, (id) => fresh.get(id) ?? id));
      }),
    );
  });

  it('can be many', () => {
    const all = Array.from({ length: 20_000 }, () => randomUUID() as string);
    const many = new IdMap(randomUUID, setOf(all));
    const news = replaced(many, all.join()).split(',');
    expect(new Set([...news, ...all]).size).toBe(2 * all.length);
    const other = randomUUID();
    expect(replaced(many, other)).toBe(other);
  });

  it('are only those that look like UUIDs; other session ids are kept separately', () => {
    const odd = new IdMap(randomUUID, setOf(['x', 'not-a-uuid-but-thirty-six-letters-xx']));
    odd.set('my session', sessionId);
    expect(replaced(odd, 'x my session')).toBe('x my session');
    expect([...odd.odd]).toEqual([['my session', sessionId]]);
  });
});

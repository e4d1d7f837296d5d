import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KernelIds } from '../../src/edit/kernel-ids.js';

const TOKEN = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const uuids = Array.from({ length: 12 }, () => randomUUID() as string);
const [key = '', sessionId = '', session = '', ...lines] = uuids;
const known = lines.slice(0, 5);

function idsOf() {
  const ids = new KernelIds(key, sessionId);
  for (const id of known) expect(ids.addLine(id)).toBeGreaterThan(0);
  expect(ids.addSession(session)).toBe(true);
  return ids;
}

describe('ids that are replaced', () => {
  const ids = idsOf();
  const fresh = (id: string) => {
    const number = ids.kernel.findText(id);
    return number === 0 ? id : ids.kernel.newText(number);
  };

  it('are UUIDs of the same kind, each another, and none an old one', () => {
    const news = known.map(fresh);
    expect(new Set([...news, ...known]).size).toBe(2 * known.length);
    for (const id of news) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(fresh(session)).toBe(sessionId);
    expect(ids.kernel.areApart()).toBe(true);
  });

  it('stay apart only when the key is one', () => {
    const same = new KernelIds('00000000-0000-0000-0000-000000000000', sessionId);
    same.addLine(known[0] ?? '');
    expect(same.kernel.areApart()).toBe(false);
  });

  it('are found wherever they stand', () => {
    const part = fc.oneof(
      fc.constantFrom(...known, ...known, session, ...lines.slice(5), '-', '--', '"', 'a', '0123-4567-89ab-cdef-'),
      fc.constantFrom(...known).map((id) => id.toUpperCase()),
      fc.constantFrom(...known).map((id) => id.slice(3)),
      fc.string({ maxLength: 9 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        const text = parts.join(' ');
        const bytes = Buffer.from(text);
        expect(ids.standsIn(bytes, 0, bytes.length)).toBe([...known, session].some((id) => text.includes(id)));
        ids.replaceIn(bytes);
        expect(bytes.toString('utf8')).toBe(text.replace(TOKEN, fresh));
      }),
    );
  });

  it('are found on borders of what is looked at in one go', () => {
    const [id = ''] = known;
    for (let before = 128 * 1024 - 40; before < 128 * 1024 + 4; before++) {
      const bytes = Buffer.from(`${'x'.repeat(before)}${id} ${id}${'y'.repeat(100_000)}${id}`);
      ids.replaceIn(bytes);
      expect(bytes.toString('latin1').match(TOKEN)).toEqual([fresh(id), fresh(id), fresh(id)]);
    }
  });

  it('may be many', () => {
    const many = new KernelIds(randomUUID(), sessionId);
    const all = Array.from({ length: 20_000 }, () => randomUUID() as string);
    const numbers = all.map((id) => many.addLine(id));
    expect(new Set(numbers).size).toBe(all.length);
    expect(all.map((id) => many.kernel.findText(id))).toEqual(numbers);
    expect(many.kernel.findText(randomUUID())).toBe(0);
    expect(many.kernel.areApart()).toBe(true);
  });

  it('are no others than UUIDs in small letters', () => {
    expect(ids.addLine('x')).toBe(0);
    expect(ids.addLine('not-a-uuid-but-thirty-six-letters-xx')).toBe(0);
    expect(ids.addLine(randomUUID().toUpperCase())).toBe(-1);
    expect(ids.addSession('my session')).toBe(false);
    expect(ids.addSession(known[0] ?? '')).toBe(false);
  });
});

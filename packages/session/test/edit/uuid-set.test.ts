import fc from 'fast-check';
import { expect, it } from 'vitest';
import { UuidSet } from '../../src/edit/uuid-set.js';

const PREFIX = 'id ';
const NIL = '00000000-0000-0000-0000-000000000000';

it('holds the same UUIDs as a set of strings, whatever their case and however many', () => {
  const near = fc.integer({ min: 0, max: 300 }).map((number) => `${number}`.padStart(8, '0') + NIL.slice(8));
  const uuid = fc.oneof(fc.uuid(), near, fc.constant(NIL));
  const text = fc.oneof(
    uuid,
    fc.uuid().map((id) => id.toUpperCase()),
    uuid.map((id) => id.replace('-', '_')),
    uuid.map((id) => id.slice(1)),
    fc.string({ maxLength: 40, unit: 'binary-ascii' }),
  );
  fc.assert(
    fc.property(fc.array(text, { maxLength: 500 }), fc.array(text, { maxLength: 100 }), (added, others) => {
      const set = new UuidSet();
      const isAdded = added.filter((each) => set.add(Buffer.from(PREFIX + each), PREFIX.length));
      const expected = new Set(added.map((each) => each.slice(0, NIL.length)).filter((each) => UUID.test(each)));
      expect(set.size).toBe(expected.size);
      expect(new Set(isAdded.map((each) => each.slice(0, NIL.length)))).toEqual(expected);
      for (const each of [...added, ...others]) {
        const known = expected.has(each.slice(0, NIL.length));
        expect(set.has(Buffer.from(PREFIX + each), PREFIX.length), each).toBe(known);
      }
    }),
  );
});

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

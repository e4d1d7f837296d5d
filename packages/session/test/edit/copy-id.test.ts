import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copyIdOf } from '../../src/edit/copy-id.js';
import { isUuid } from '../../src/locate/session-id.js';

const LOW = '00000000-1111-4222-8333-444444444444';

describe('the id of a copy', () => {
  it("sorts after the original's, so that the original keeps its usage", () => {
    fc.assert(
      fc.property(fc.uuid({ version: 4 }), fc.uuid({ version: 4 }), (original, fresh) => {
        fc.pre(!original.startsWith('ffffffff'));
        const id = copyIdOf(`/projects/p/${original}.jsonl`, () => fresh);
        expect(isUuid(id)).toBe(true);
        expect(id > original).toBe(true);
        expect(id.slice(8)).toBe(fresh.slice(8));
      }),
    );
  });

  it.each([
    ['fffffffe-0000-4000-8000-000000000000', 'ffffffff-1111-4222-8333-444444444444'],
    ['FFFFFFFE-0000-4000-8000-000000000000', 'ffffffff-1111-4222-8333-444444444444'],
    ['ffffffff-0000-4000-8000-000000000000', LOW],
    ['no-uuid', LOW],
  ])('of %s is %s when there is hardly any choice', (original, expected) => {
    expect(copyIdOf(`/p/${original}.jsonl`, () => LOW)).toBe(expected);
  });
});

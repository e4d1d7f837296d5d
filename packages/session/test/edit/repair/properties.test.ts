import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ID, missingFrom, repairText } from './repaired.js';

/** Small sessions with every possible fault: few uuids, so that they collide; lines glued, cut and mixed. */
const uuid = fc.integer({ min: 0, max: 9 }).map((at) => `00000000-0000-4000-8000-00000000a00${at}`);
const tool = fc.integer({ min: 0, max: 3 }).map((at) => `t${at}`);
const time = fc.integer({ min: 0, max: 40 }).map((at) => new Date(Date.UTC(2026, 0, 1) + at * 2500).toISOString());
const words = fc.constantFrom(
  'Q',
  'more',
  '<command-name>/cost</command-name>',
  '<local-command-stdout>x</local-command-stdout>',
);
const block = fc.oneof(
  words.map((text) => ({ type: 'text', text })),
  tool.map((id) => ({ type: 'tool_use', id, name: 'Bash', input: {} })),
  fc.constantFrom('', 'sig').map((signature) => ({ type: 'thinking', thinking: 'hm', signature })),
);
const given = fc.oneof(
  words.map((text) => ({ type: 'text', text })),
  tool.map((tool_use_id) => ({ type: 'tool_result', tool_use_id, content: 'ok' })),
);
const place = fc.record({
  uuid,
  parentUuid: fc.oneof(uuid, fc.constant(null)),
  timestamp: time,
  sessionId: fc.constantFrom(ID, ID, ID, '00000000-0000-4000-8000-000000000002'),
  isSidechain: fc.constantFrom(false, false, false, true),
});
const line = fc.oneof(
  fc.tuple(place, fc.array(given, { minLength: 1, maxLength: 2 })).map(([at, content]) => ({
    type: 'user',
    ...at,
    message: { role: 'user', content },
  })),
  fc
    .tuple(place, fc.array(block, { minLength: 1, maxLength: 2 }), fc.integer({ min: 0, max: 4 }))
    .map(([at, content, id]) => ({
      type: 'assistant',
      ...at,
      message: { id: `m${id}`, role: 'assistant', model: 'claude-opus-5-5', content },
    })),
  place.map((at) => ({ type: 'progress', ...at, data: { type: 'x' } })),
  place.map((at) => ({ type: 'system', subtype: 'informational', ...at })),
  uuid.map((leafUuid) => ({ type: 'last-prompt', leafUuid, sessionId: ID })),
);
const ending = fc.constantFrom('\n', '\n', '\n', '\n', '', '\0\0\n', '{"torn\n');
const file = fc
  .array(fc.tuple(line, ending), { minLength: 1, maxLength: 14 })
  .map((lines) => lines.map(([at, end]) => JSON.stringify(at) + end).join(''));

describe('any session', () => {
  it('needs no further repair, and still resumes', () => {
    fc.assert(
      fc.property(file, (text) => {
        const result = repairText(text);
        expect(result.left).toEqual([]);
        if (result.before.length > 0) expect(result.check.resumes).toBe(true);
        if (result.repair.findings.length === 0) expect(`${result.text}\n`.startsWith(text)).toBe(true);
      }),
      { numRuns: 1500 },
    );
  });

  it('that is only cut or glued keeps every word', () => {
    const whole = (count: number) =>
      Array.from({ length: count }, (_, at) => ({
        type: at % 2 ? 'assistant' : 'user',
        uuid: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
        parentUuid: at === 0 ? null : `00000000-0000-4000-8000-${String(at - 1).padStart(12, '0')}`,
        timestamp: new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString(),
        sessionId: ID,
        message: {
          id: `m${at}`,
          role: at % 2 ? 'assistant' : 'user',
          content: [{ type: 'text', text: `words ${at}` }],
        },
      }));
    const endings = fc.array(fc.constantFrom('\n', '\n', '', '\0\0\0', '\0\n', '\n{"half\n', '\n\n'), {
      minLength: 2,
      maxLength: 20,
    });
    fc.assert(
      fc.property(endings, (ends) => {
        const lines = whole(ends.length);
        const result = repairText(lines.map((each, at) => JSON.stringify(each) + ends[at]).join(''));
        expect(result.after).toEqual(lines.map((_, at) => `words ${at}`));
        expect(missingFrom(result.before, result.after)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROMPT_MARK } from '../../src/convert/convert-session.js';
import { ADAPTERS, type Step, TARGETS } from '../../src/index.js';
import { call, EVERYTHING, image, result, type Said, SESSION_ID, text, thinking } from '../support/conversation.js';
import { converted, stepsIn, takenBack, withFolder } from '../support/converted.js';

const words = fc.oneof(
  fc.string({ minLength: 1, maxLength: 40 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  fc.constantFrom('/help me', '? why', '<environment_context> is a tag', 'two\nlines\n', 'a "quote" \\ and \u0000'),
);
const spoken = words.filter((each) => each.trim() !== '');
const tool = fc.constantFrom('Bash', 'Read', 'Write', 'Edit', 'Grep', 'Glob', 'TodoWrite', 'mcp__a__b', 'mcp__a.b/c d');
const input = fc.dictionary(
  fc.constantFrom('command', 'file_path', 'path', 'cmd', 'content', 'old_string', 'glob', 'x'),
  fc.oneof(words, fc.integer(), fc.boolean(), fc.constant(null), fc.array(words, { maxLength: 2 })),
  { maxKeys: 4 },
);
const output = fc.oneof(
  words.map((each): string | ReturnType<typeof text>[] => each),
  fc.constant(''),
  spoken.map((each) => [text(each), image]),
);
const calls = fc.array(fc.record({ tool, input, output, isError: fc.boolean() }), { maxLength: 3 });
const round = fc.record({ says: fc.option(spoken, { nil: undefined }), thinks: fc.boolean(), calls });
const turn = fc.record({
  prompt: spoken,
  withImage: fc.boolean(),
  rounds: fc.array(round, { minLength: 1, maxLength: 3 }),
  end: spoken,
});

/** A conversation as the client records it: every reply says or calls something, every call has its result. */
const conversation = fc.array(turn, { minLength: 1, maxLength: 3 }).map((turns): Said[] => {
  let count = 0;
  return turns.flatMap(({ prompt, withImage, rounds, end }): Said[] => [
    { user: withImage ? [text(prompt), image] : prompt },
    ...rounds.flatMap(({ says, thinks, calls }): Said[] => {
      const named = calls.map((each) => ({ ...each, id: `toolu_${count++}` }));
      const blocks = [
        ...(says === undefined ? [] : [text(says)]),
        ...named.map((each) => call(each.id, each.tool, each.input)),
      ];
      if (blocks.length === 0) return [];
      const results = named.map(
        ({ id, output, isError }): Said => ({
          user: [result(id, isError && typeof output !== 'string' ? output.slice(0, 1) : output, isError)],
        }),
      );
      return [{ model: thinks ? [thinking, ...blocks] : blocks }, ...results];
    }),
    { model: [text(end)] },
  ]);
});

const readable = TARGETS.filter(({ agent }) => ADAPTERS.some(({ name }) => name === agent));

describe.each(readable.map((target) => [target.agent, target] as const))('a session for %s', (_, target) => {
  it('has the same content for its own reader and when converted back', () => {
    const property = (output: Said[]) =>
      withFolder((folder) => {
        const made = converted(output, target, folder);
        expect(made.check.kind === 'different' ? made.check.reason : made.check.kind).toBe('same');
        const before = stepsIn(`${folder}/${SESSION_ID}.jsonl`);
        expect(takenBack(made).map((step) => essence(step, target))).toEqual(
          before.map((step) => essence(step, target)),
        );
      });
    fc.assert(fc.property(conversation, property), { numRuns: 12, examples: [[[...EVERYTHING]]] });
  });
});

/** The parts that must survive a round trip. */
function essence(step: Step, { takesImages, marksFailures, notPrompts }: (typeof TARGETS)[number]): unknown {
  if (step.kind === 'reply')
    return { text: step.text, calls: step.calls.map(({ name, input }) => [plainName(name), input]) };
  const content = step.content.map((block) => {
    const output = (block as { text?: string }).text;
    if (output === undefined) return takesImages ? 'image' : 'text [image left out]';
    return output;
  });
  const joined = content.join('\n').replace(/text \[image left out\]/g, '[image left out]');
  if (step.kind === 'result') return { result: joined, isError: marksFailures && step.isError };
  const isMarked = step === undefined || joined.startsWith(PROMPT_MARK);
  return { prompt: !isMarked && notPrompts?.test(joined) ? `${PROMPT_MARK}${joined}` : joined };
}

/** Tool names that a provider would refuse are changed. */
function plainName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_');
}

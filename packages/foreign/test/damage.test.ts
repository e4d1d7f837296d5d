import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { ADAPTERS } from '../src/index.js';
import { FIXTURES } from './support/places.js';
import { storiesOf } from './support/story.js';

const folder = mkdtempSync(join(tmpdir(), 'unspool-damage-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function filesIn(path: string): string[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => join(path, name))
    .filter((file) => statSync(file).isFile() && /\.(jsonl|json|db)$/.test(file) && !file.endsWith('.meta.json'));
}

/** Reads a damaged file. Either the rest of it loads or no adapter recognises it. */
function load(name: string, bytes: Uint8Array): void {
  const file = join(folder, name);
  writeFileSync(file, bytes);
  try {
    storiesOf(file);
  } catch (error) {
    expect(String(error)).toContain('no adapter reads');
  }
}

/** Files of opencode that hold a part of a session. */
const PARTS = /\/storage\/(message|part|project|session_diff)\//;
const outside = process.env.UNSPOOL_CORPUS ? filesIn(join(process.env.UNSPOOL_CORPUS, 'other-agents/samples')) : [];

const samples = [...filesIn(FIXTURES), ...outside.filter((file) => statSync(file).size < 500_000)];

describe.each(samples.filter((file) => !PARTS.test(file)))('%s', (file) => {
  const whole = readFileSync(file);

  it('loads from any prefix', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: whole.length }), (end) => load(basename(file), whole.subarray(0, end))),
      { numRuns: 3 },
    );
  });

  it('loads with random bytes in it', () => {
    const damage = fc.array(fc.tuple(fc.nat(whole.length), fc.nat(255)), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(damage, (places) => {
        const bytes = Uint8Array.from(whole);
        for (const [at, byte] of places) bytes[at] = byte;
        load(basename(file), bytes);
      }),
      { numRuns: 3 },
    );
  });
});

const lined = samples.filter(
  (file) => file.endsWith('.jsonl') && ADAPTERS.some(({ name }) => file.includes(`/${name}/`)),
);

it.each(lined)('counts the lines that cannot be read: %s', (file) => {
  const whole = readFileSync(file, 'utf8').trimEnd().split('\n');
  const damaged = (count: number, places: readonly number[]) => {
    const lines = [...whole];
    // A file may be recognised by its first line.
    for (const place of places.slice(0, count)) lines.splice(1 + (place % lines.length), 0, 'no JSON');
    const copy = join(folder, basename(file));
    writeFileSync(copy, `${lines.join('\n')}\n`);
    return storiesOf(copy)[0]?.damaged ?? 0;
  };
  const before = damaged(0, []);
  fc.assert(
    fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 4 }), (places) => {
      expect(damaged(places.length, places)).toBe(before + places.length);
    }),
    { numRuns: 2 },
  );
});

describe.each(filesIn(FIXTURES).filter((file) => file.endsWith('.jsonl') && !file.includes('subagents')))(
  '%s',
  (file) => {
    it('counts each unreadable line and loses no other', () => {
      const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
      const whole = storyIn(basename(file), lines);
      fc.assert(
        // Without its first line, a file may not be recognised.
        fc.property(
          fc.uniqueArray(fc.integer({ min: 1, max: lines.length }), { minLength: 1, maxLength: 5 }),
          (places) => {
            const damaged = lines.flatMap((line, at) => (places.includes(at) ? ['{"type": "user', line] : [line]));
            const story = storyIn(basename(file), places.includes(lines.length) ? [...damaged, 'no JSON'] : damaged);
            expect(story?.damaged).toBe((whole?.damaged ?? 0) + places.length);
            expect(story?.lines).toEqual(whole?.lines);
            expect(story?.tokens).toEqual(whole?.tokens);
          },
        ),
        { numRuns: 3 },
      );
    });
  },
);

function storyIn(name: string, lines: readonly string[]) {
  const file = join(folder, name);
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  return storiesOf(file)[0];
}

const agents = new Set(outside.flatMap((file) => /\/samples\/(\w+)\//.exec(file)?.[1] ?? []));

it.runIf(outside.length > 0)('has samples of every client that can be installed, and of Cursor', () => {
  expect([...agents].sort()).toEqual(['codex', 'copilot', 'cursor', 'gemini', 'opencode', 'pi', 'qwen']);
});

it.each([...agents])('reads every sample of %s', (agent) => {
  const samples = outside.filter((file) => file.includes(`/samples/${agent}/`) && !PARTS.test(file));
  for (const file of samples) for (const story of storiesOf(file)) expect(story.agent).toBe(agent);
});

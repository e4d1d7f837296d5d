import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { checkSoundness } from '../../src/check.js';
import { checkLightly, checkMade } from '../../src/edit/light-check.js';
import { corpusPath, hasCorpus, sessionFilesIn } from '../support/corpus.js';

const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'unspool-light-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sessionId = randomUUID();
const fixtures = sessionFilesIn(join(import.meta.dirname, '../../fixtures'));

/** Gives whether it had an answer. */
function expectSame(file: string): boolean {
  const light = checkLightly(file);
  if (light) expect(light, file).toEqual(checkSoundness(file, { sessionId }));
  return light !== undefined;
}

describe('a check without nodes', () => {
  it('says what the check says, of every session it has an answer for', () => {
    const outside = hasCorpus ? sessionFilesIn(corpusPath('corpus')) : [];
    const files = [...fixtures, ...outside];
    expect(files.filter(expectSame).length).toBeGreaterThan(files.length * 0.25);
  });

  it('leaves to the check what it has no answer for', () => {
    const file = join(folder, 'empty.jsonl');
    writeFileSync(file, '');
    expect(checkLightly(file)).toBeUndefined();
    expect(checkMade(file, { sessionId })).toMatchObject({ resumes: false, reasons: [{ kind: 'no_conversation' }] });
  });

  const sessions = fixtures.slice(0, 80).map((file) => readFileSync(file, 'utf8').split('\n').slice(0, -1));
  const change = fc.record({
    line: fc.nat(),
    how: fc.constantFrom('drop', 'twice', 'last', 'orphan', 'timeless', 'side', 'torn', 'surrogate', 'progress'),
  });

  it('holds when lines are lost, doubled, moved, orphaned or torn', () => {
    const file = join(folder, 'changed.jsonl');
    fc.assert(
      fc.property(fc.nat(sessions.length - 1), fc.array(change, { maxLength: 4 }), (session, changes) => {
        const lines = [...(sessions[session] ?? [])];
        for (const { line, how } of changes) {
          const at = line % Math.max(1, lines.length);
          const text = lines[at] ?? '';
          if (how === 'drop') lines.splice(at, 1);
          else if (how === 'twice') lines.push(text);
          else if (how === 'last') lines.push(...lines.splice(at, 1));
          else lines[at] = CHANGED[how](text);
        }
        writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
        expectSame(file);
      }),
      { numRuns: 600 },
    );
  });
});

const CHANGED = {
  orphan: (line: string) => line.replace(/"parentUuid":"[^"]*"/, `"parentUuid":"${randomUUID()}"`),
  timeless: (line: string) => line.replace(/"timestamp":"[^"]*"/, '"timestamp":"soon"'),
  side: (line: string) => line.replace('"isSidechain":false', '"isSidechain":true'),
  torn: (line: string) => line.slice(0, line.length >> 1),
  surrogate: (line: string) => line.replace('"type":', '"x":"\\ud83d","type":'),
  progress: (line: string) =>
    line.replace(/"type":"(user|assistant)","message"/, '"type":"progress","data":{},"message"'),
};

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { EditPlan } from '../../src/edit/plan.js';
import { planStrip, stripPresets } from '../../src/edit/strip.js';
import { writeEdit } from '../../src/edit/write-edit.js';
import type { Entry } from '../../src/format/entry.js';
import { openSession } from '../../src/graph/open-session.js';
import { turnsOf } from '../../src/turn/turns.js';
import { corpusPath, hasCorpus, sessionFilesIn } from '../support/corpus.js';
import { script } from '../support/lines.js';

const folder = mkdtempSync(join(tmpdir(), 'unspool-splice-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(file: string, plan: EditPlan): string[] {
  const parts: Buffer[] = [];
  const sink = { write: (bytes: Uint8Array) => void parts.push(Buffer.from(bytes)) };
  writeEdit({ file, nodes: openSession(file).nodes }, plan, sink);
  return Buffer.concat(parts).toString('utf8').split('\n');
}

/** Both ways to write a plan: in the bytes of lines where that can be done, and every line from its entry. */
function bothWays(file: string, plan: EditPlan): [string[], string[]] {
  // Damaged lines would not stay as they are: there only the lines that the plan changes are written from their entries.
  const isClean = openSession(file).problems.length === 0;
  const rewritten = { ...plan, cuts: new Map(), ...(isClean && { finish: (entry: Entry) => entry }) };
  return [written(file, plan), written(file, rewritten)];
}

function stripsOf(file: string): EditPlan[] {
  const session = openSession(file);
  const turns = turnsOf(session);
  const options = [
    stripPresets.standard,
    { truncate: 7 },
    { results: true },
    { thinking: 'all', truncate: 0 },
  ] as const;
  return options.map((each) => planStrip(session, turns, { ...each, keepLast: 0 }));
}

function meaning(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}

describe('a line that is changed in its bytes', () => {
  const outside = hasCorpus ? sessionFilesIn(corpusPath('corpus/files')) : [];
  const files = [...sessionFilesIn(join(import.meta.dirname, '../../fixtures')), ...outside];

  it('means what the same line written from its entry means, in every session', () => {
    let cuts = 0;
    for (const file of files) {
      for (const plan of stripsOf(file)) {
        cuts += plan.cuts.size;
        const [spliced, rewritten] = bothWays(file, plan);
        expect(spliced.map(meaning), file).toEqual(rewritten.map(meaning));
      }
    }
    expect(cuts).toBeGreaterThan(100);
  });

  it('is the very same line where the client wrote it', () => {
    const file = join(folder, 'own.jsonl');
    const output = 'line "one"\n\t→ 🚀 \\ and more of it '.repeat(80);
    const fields = { toolUseResult: { stdout: output }, sourceToolAssistantUUID: 'u3' };
    const session = script()
      .user('go')
      .reply('m1', [{ type: 'thinking', thinking: 'hm', signature: 's' }])
      .call('m1', 't1')
      .result('t1', output, fields)
      .reply('m2', 'done');
    writeFileSync(file, session.text());
    for (const plan of stripsOf(file)) {
      expect(plan.cuts.size).toBe(1);
      const [spliced, rewritten] = bothWays(file, plan);
      expect(spliced).toEqual(rewritten);
    }
  });

  it('is cut between characters, whatever they are', () => {
    const file = join(folder, 'cut.jsonl');
    const unit = fc.constantFrom('a', 'é', '→', '🚀', '\n', '"', '\\', '\u0001', '\ud83d', '\ude80', '\u2028');
    fc.assert(
      fc.property(
        fc.string({ unit, minLength: 45, maxLength: 120 }),
        fc.nat(60),
        fc.boolean(),
        (text, limit, isFirst) => {
          const result = script().user('go').call('m1', 't1').result('t1', text, { toolUseResult: text });
          const first = '{"toolUseResult":[1,{"a":2}],';
          writeFileSync(
            file,
            isFirst
              ? result
                  .text()
                  .replaceAll(/^\{(?=.*tool_result)/gm, first)
                  .replace(/,"toolUseResult":.*"\}$/m, '}')
              : result.text(),
          );
          const session = openSession(file);
          const plan = planStrip(session, turnsOf(session), { truncate: limit });
          const [spliced, rewritten] = bothWays(file, plan);
          expect(spliced.map(meaning)).toEqual(rewritten.map(meaning));
        },
      ),
      { numRuns: 500 },
    );
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { EditPlan } from '../../src/edit/plan.js';
import { planStrip, type StripOptions, stripPresets } from '../../src/edit/strip.js';
import { writeEdit } from '../../src/edit/write-edit.js';
import type { Entry } from '../../src/format/entry.js';
import { openSession } from '../../src/model/open-session.js';
import { turnsOf } from '../../src/model/turns.js';
import { corpusPath, hasCorpus, sessionFilesIn } from '../support/corpus.js';
import { expectEqual } from '../support/expect-equal.js';
import { script } from '../support/lines.js';

const folder = mkdtempSync(join(tmpdir(), 'unspool-changed-line-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(file: string, plan: EditPlan, { nodes } = openSession(file)): string[] {
  const parts: Buffer[] = [];
  const sink = { write: (bytes: Uint8Array) => void parts.push(Buffer.from(bytes)) };
  writeEdit({ file, nodes }, plan, sink);
  return Buffer.concat(parts).toString('utf8').trimEnd().split('\n');
}

/** The entries that a plan makes, before they become lines. */
function entriesOf(file: string, plan: EditPlan, session = openSession(file)): Entry[] {
  const entries: Entry[] = [];
  const finish = (entry: Entry) => {
    entries.push(entry);
    return entry;
  };
  written(file, { ...plan, finish }, session);
  return entries;
}

function stripsOf(file: string, more: StripOptions[] = [], session = openSession(file)): EditPlan[] {
  const turns = turnsOf(session);
  const options: StripOptions[] = [
    stripPresets.standard,
    { truncate: 7 },
    { results: true },
    { thinking: 'all', truncate: 0 },
    ...more,
  ];
  return options.map((each) => planStrip(session, turns, { ...each, keepLast: 0 }));
}

describe('a changed line', () => {
  const outside = hasCorpus ? sessionFilesIn(corpusPath('corpus/files')) : [];
  const files = [...sessionFilesIn(join(import.meta.dirname, '../../fixtures')), ...outside];

  it('has the same meaning as its entry, in every session', () => {
    let changes = 0;
    for (const file of files) {
      const session = openSession(file);
      // A damaged line stays damaged and is not JSON.
      if (session.problems.length > 0) continue;
      for (const plan of stripsOf(file, [], session)) {
        changes += plan.changes.size;
        const meaning = written(file, plan, session).flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
        expectEqual(meaning, JSON.parse(JSON.stringify(entriesOf(file, plan, session))), file);
      }
    }
    expect(changes).toBeGreaterThan(100);
  });

  it('is written as the client writes it', () => {
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
      expect(plan.changes.size).toBeGreaterThan(0);
      expect(written(file, plan)).toEqual(entriesOf(file, plan).map((entry) => JSON.stringify(entry)));
    }
  });

  it('keeps its bytes except for references', () => {
    const file = join(folder, 'bytes.jsonl');
    const session = script()
      .user('go')
      .reply('m1', [{ type: 'thinking', thinking: 'hm', signature: 's' }])
      .reply('m1', 'done', { big: 1 });
    const text = session.text().replace('"big":1', '"big" : 12345678901234567890, "letter": "\\u0061"');
    writeFileSync(file, text);
    const [plan] = stripsOf(file, []).slice(-1);
    const [first, last] = plan ? written(file, plan) : [];
    expect(last).toContain('"big" : 12345678901234567890, "letter": "\\u0061"');
    expect(JSON.parse(last ?? '').parentUuid).toBe(JSON.parse(first ?? '').uuid);
  });

  it('is cut between characters of any kind', () => {
    const file = join(folder, 'cut.jsonl');
    const unit = fc.constantFrom('a', 'é', '→', '🚀', '\n', '"', '\\', '\u0001', '\ud83d', '\ude80', '\u2028');
    fc.assert(
      fc.property(fc.string({ unit, minLength: 45, maxLength: 120 }), fc.nat(60), (text, limit) => {
        writeFileSync(file, script().user('go').call('m1', 't1').result('t1', text, { toolUseResult: text }).text());
        const session = openSession(file);
        const lines = written(file, planStrip(session, turnsOf(session), { truncate: limit }));
        const { message, toolUseResult } = JSON.parse(lines.at(-1) ?? '');
        const [{ content }] = message.content;
        if (text.length <= limit + 40) {
          expect({ content, toolUseResult }).toEqual({ content: text, toolUseResult: text });
          return;
        }
        const kept = text.slice(0, /[\ud800-\udbff]/.test(text[limit - 1] ?? '') ? limit - 1 : limit);
        expect(content).toBe(`${kept}${limit > 0 ? '\n' : ''}[${text.length - limit} characters removed]`);
        expect(toolUseResult).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });
});

import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { checkFile, openSession, turnsOf } from '@unspool/session';
import { describe, expect, it } from 'vitest';
import { Reader } from '../../src/read/reader.js';
import type { Target } from '../../src/read/target.js';
import type { Item } from '../../src/view/view.js';
import { noRow } from '../support/row.js';

const corpus = process.env['UNSPOOL_CORPUS'];
const folders = corpus === undefined ? [] : ['corpus/files', 'real-client'].map((name) => join(corpus, name));
const files = folders.filter(existsSync).flatMap(sessionFilesIn);
if (files.length === 0) console.warn('UNSPOOL_CORPUS is not set: tests over outside sessions are skipped');

describe.skipIf(files.length === 0)('outside sessions', () => {
  it('are shown whole: every turn, every call, every text', async () => {
    const reader = new Reader(undefined);
    let calls = 0;
    for (const file of files) {
      const target: Target = { id: basename(file, '.jsonl'), file, agentId: null, isRevealed: false, special: [] };
      const outline = await reader.outline(target, noRow);
      expect(outline.turns.length, file).toBe(turnsOf(openSession(file)).turns.length);
      for (const item of await itemsOf(reader, target, outline.turns.length)) {
        if (item.type === 'tool') calls++;
        await expectWhole(reader, target, item);
      }
      expect(outline.resumes?.will, file).toBe(checkFile(file).resumes);
    }
    expect(calls).toBeGreaterThan(100);
  }, 600_000);
});

async function itemsOf(reader: Reader, target: Target, turns: number): Promise<Item[]> {
  const items: Item[] = [];
  for (let from = 1; from <= turns; from += 60) {
    const page = await reader.turns(target, { from, count: 60, numbers: undefined });
    expect(page.outlines.map((turn) => turn.number)).toEqual(page.turns.map((turn) => turn.number));
    items.push(...page.preamble, ...page.turns.flatMap((turn) => turn.items));
  }
  return items;
}

async function expectWhole(reader: Reader, target: Target, item: Item): Promise<void> {
  if (item.type === 'tool') {
    const detail = await reader.call(target, item.callId);
    expect(JSON.stringify(detail)).toBeTypeOf('string');
  } else if ('text' in item && item.text.isCut) {
    const query = new URLSearchParams(item.text.href?.split('?')[1]);
    const of = query.get('of') ?? '';
    const whole = await reader.text(target, { line: query.get('line') ?? '', call: undefined, of, offset: 0 });
    expect(whole.length).toBeGreaterThanOrEqual(item.text.length > 1_000_000 ? 1 : item.text.length / 2);
  }
}

function sessionFilesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
    .map((entry) => join(entry.parentPath, entry.name));
}

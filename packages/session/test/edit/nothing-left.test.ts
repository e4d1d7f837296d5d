import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { draftPlan, type EditOrder, editSourceOf, Journal, performEdit, planFamilyRedaction } from '../../src/edit.js';
import type { Entry } from '../../src/index.js';
import { writeNewFile } from '../../src/write/new-file.js';
import { script } from '../support/lines.js';
import { configWith, newFolder, snapshot } from './config-folder.js';

const ID = '00000000-0000-4000-8000-00000000000a';
const OWN = `projects/-home-dev-app/${ID}`;

function family() {
  return configWith({
    [`${OWN}.jsonl`]: script().user('go').reply('m1', 'word').text(),
    [`${OWN}/subagents/agent-a1.jsonl`]: script().user('word', { isSidechain: true, agentId: 'a1' }).text(),
    [`${OWN}/tool-results/t1.txt`]: 'word',
  });
}

function orderFor(config: { folder: string }, journal: Journal) {
  return { source: editSourceOf(join(config.folder, `${OWN}.jsonl`)), journal, now: Date.now(), refuseLive: () => {} };
}

/** Its folder cannot be made because a file has that name. */
function brokenJournal(): Journal {
  const path = join(newFolder('journal'), 'journal');
  writeFileSync(path, '');
  return new Journal(path);
}

const replace = (text: string) => text.replaceAll('word', 'token');
const cleaner = { text: replace, value: (value: unknown) => JSON.parse(replace(JSON.stringify(value))) as Entry };

describe('if the journal cannot be written', () => {
  it.each(['a new session', 'in place', 'in place with its family'])('nothing is left: %s', (how) => {
    const config = family();
    const before = snapshot(config.folder);
    const order = orderFor(config, brokenJournal());
    const { plan, change } = planFamilyRedaction(order.source, cleaner);
    const edit: EditOrder = {
      ...order,
      plan: how === 'a new session' ? draftPlan('clone') : plan,
      isInPlace: how !== 'a new session',
      ...(how === 'in place with its family' && { change }),
    };
    expect(() => performEdit(edit)).toThrow();
    expect(snapshot(config.folder)).toEqual(before);
  });
});

it('half a file is not left', () => {
  const folder = newFolder('half');
  expect(() =>
    writeNewFile(join(folder, 'x'), (sink) => {
      sink.write(Buffer.from('half'));
      throw new Error('full');
    }),
  ).toThrow('full');
  expect(snapshot(folder)).toEqual({});
});

describe('a change by another program since the session was read', () => {
  it.each([true, false])('is not overwritten; with its family: %s', (isFamily) => {
    const config = family();
    const file = join(config.folder, `${OWN}.jsonl`);
    const journal = new Journal(join(newFolder('journal'), 'j'));
    const order = orderFor(config, journal);
    const { plan, change } = planFamilyRedaction(order.source, cleaner);
    const other = script().user('other').reply('m2', 'other').text();
    let asked = 0;
    const done = performEdit({
      ...order,
      plan,
      ...(isFamily && { change }),
      isInPlace: true,
      // The second call is the last moment before the edit.
      refuseLive: () => {
        if (++asked === 2) writeFileSync(file, other);
      },
    });
    expect(asked).toBe(2);
    expect(done).toEqual({ kind: 'overtaken' });
    expect(readFileSync(file, 'utf8')).toBe(other);
    expect(journal.list()).toEqual([]);
  });
});

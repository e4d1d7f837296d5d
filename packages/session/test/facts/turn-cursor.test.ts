import { describe, expect, it } from 'vitest';
import { TurnCursor, type TurnRef } from '../../src/facts/turn-cursor.js';
import { openSession } from '../../src/model/open-session.js';
import { turnsOf } from '../../src/model/turns.js';
import { readLines } from '../../src/read/read-lines.js';
import { corpusPath, hasCorpus, sessionFilesIn } from '../support/corpus.js';

const fixtures = sessionFilesIn(join(import.meta.dirname, '../../fixtures'));

import { join } from 'node:path';

/** The turn number of every line by the cursor. Given `cut`, read in two parts. */
function byCursor(file: string, kind: 'main' | 'agent', cut = Number.POSITIVE_INFINITY): Map<number, number> {
  let cursor = new TurnCursor(kind);
  const refs = new Map<number, TurnRef>();
  for (const line of readLines(file)) {
    if (line.number === cut) cursor = new TurnCursor(kind, JSON.parse(JSON.stringify(cursor.state())));
    for (const object of line.objects)
      if (line.objects.length === 1) refs.set(line.number, cursor.see(object));
      else cursor.see(object);
  }
  return new Map([...refs].map(([line, ref]) => [line, ref.number]));
}

function compare(file: string) {
  const session = openSession(file);
  const { turns } = turnsOf(session);
  const isMain = session.nodes.some((node) => !node.isSidechain && (node.user || node.reply));
  const numbers = byCursor(file, isMain ? 'main' : 'agent');
  let same = 0;
  let other = 0;
  for (const turn of turns) {
    expect(numbers.get(turn.start.place.line) ?? turn.number, `${file} start`).toBe(turn.number);
    for (const node of turn.nodes)
      if (numbers.get(node.place.line) === turn.number) same++;
      else other++;
  }
  return { same, other };
}

describe('turns by the cursor', () => {
  it('equal those of the full reader', () => {
    const files = hasCorpus ? [...fixtures, ...sessionFilesIn(corpusPath('corpus'))] : fixtures;
    let same = 0;
    let other = 0;
    for (const file of files) {
      const result = compare(file);
      if (file.includes('hand-')) continue;
      same += result.same;
      other += result.other;
    }
    // Lines with distant parents on another branch are rare, except in files written by hand for that.
    expect(other / (same + other)).toBeLessThan(0.01);
  });

  it('are the same if a file is read in two parts', () => {
    for (const file of fixtures.slice(0, 60)) {
      const whole = byCursor(file, 'main');
      const starts = (numbers: Map<number, number>) =>
        [...numbers.values()].reduce((most, at) => Math.max(most, at), 0);
      for (const cut of [2, 5, Math.ceil(whole.size / 2)])
        expect(starts(byCursor(file, 'main', cut)), file).toBe(starts(whole));
    }
  });
});

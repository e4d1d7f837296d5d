import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TitleCursor } from '../../src/facts/title-cursor.js';
import { openSession } from '../../src/model/open-session.js';
import { titleOf } from '../../src/model/title.js';
import { readLines } from '../../src/read/read-lines.js';
import { corpusPath, distinct, hasCorpus, sessionFilesIn } from '../support/corpus.js';

const fixtures = sessionFilesIn(join(import.meta.dirname, '../../fixtures'));

/** The title by the cursor, saved and resumed every so many lines. */
function byCursor(file: string, every: number) {
  let cursor = new TitleCursor();
  for (const line of readLines(file)) {
    if (line.number % every === 0) cursor = new TitleCursor(JSON.parse(JSON.stringify(cursor.state())));
    for (const object of line.objects) cursor.see(object);
  }
  return cursor.title();
}

function compare(file: string) {
  const title = titleOf(openSession(file));
  expect(byCursor(file, Number.POSITIVE_INFINITY), file).toEqual(title);
  expect(byCursor(file, 7), `${file}, in parts`).toEqual(title);
}

describe('a title found line by line', () => {
  it('equals that of the whole session, for all fixtures', () => {
    for (const file of fixtures) compare(file);
  });

  it.skipIf(!hasCorpus)('equals that of the whole session, for outside sessions', () => {
    for (const file of distinct(sessionFilesIn(corpusPath()))) compare(file);
  });
});

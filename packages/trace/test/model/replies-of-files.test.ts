import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSession } from '@unspool/session';
import { describe, expect, it } from 'vitest';
import { lookFor, RepliesOfFiles, repliesIn } from '../../src/model/replies-of-files.js';
import { mainFilesIn, projectsIn } from '../support/growing-session.js';
import { temporaryFolder, WrittenSession } from '../support/written-session.js';

const files = projectsIn(join(import.meta.dirname, '../../fixtures/sessions')).flatMap((project) =>
  mainFilesIn(project),
);

describe('replies of a file', () => {
  it('are the same as in single searches', () => {
    let count = 0;
    for (const file of files) {
      const noted = repliesIn(file);
      const ids = new Set(openSession(file).nodes.flatMap(({ reply }) => reply?.messageId ?? []));
      for (const id of [...ids, 'none']) expect([file, id, noted.get(id)]).toEqual([file, id, lookFor(file, id)]);
      count += ids.size;
    }
    expect(count).toBeGreaterThan(100);
  });

  it('say whether they name their origin', () => {
    const written = new WrittenSession();
    for (const id of ['m1', 'm2', 'm3']) written.prompt(id).reply(id, 'ok');
    const [, second, , , , sixth] = written.lines;
    if (second) second['forkedFrom'] = { sessionId: 'another', messageUuid: 'x' };
    if (sixth) sixth['requestSessionId'] = 'another';
    const file = join(temporaryFolder(), 'x.jsonl');
    writeFileSync(file, written.lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    expect([...repliesIn(file)]).toEqual([
      ['m1', true],
      ['m2', false],
      ['m3', true],
    ]);
    expect(['m1', 'm2', 'm3', 'm4'].map((id) => lookFor(file, id))).toEqual([true, false, true, undefined]);
  });

  it('are the same for every repeated lookup', () => {
    const file = files.find((each) => repliesIn(each).size > 0) ?? '';
    const [id = ''] = repliesIn(file).keys();
    const replies = new RepliesOfFiles();
    const asked = Array.from({ length: 8 }, () => [replies.namesOrigin(file, id), replies.namesOrigin(file, 'none')]);
    expect(new Set(asked.map((each) => JSON.stringify(each)))).toEqual(new Set(['[false,null]']));
  });
});

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSession } from '../../src/model/open-session.js';
import { readLines } from '../../src/read/read-lines.js';
import { appendEntry } from '../../src/write/session-writer.js';
import { A, tempTree } from '../locate/temp-tree.js';
import { firstWords, pause, program, start } from './child.js';

const KILLS = 12;

test('a session killed while appending loads with every acknowledged line', async () => {
  const root = tempTree();
  const file = join(root, `${A}.jsonl`);
  const writer = await program(`
    import { writeSync } from 'node:fs';
    import { SessionWriter } from '@write/session-writer.ts';
    const [file, round] = process.argv.slice(2);
    const writer = new SessionWriter(file);
    for (let n = 0; ; n++) {
      writer.append({ type: 'user', id: round + '-' + n, text: 'x'.repeat(n % 4 === 3 ? 16_000_000 : n % 700) });
      writeSync(1, round + '-' + n + '\\n');
    }
  `);
  const acknowledged: string[] = [];
  for (let round = 0; round < KILLS; round++) {
    const child = start(process.execPath, [writer, file, String(round)]);
    await firstWords(child);
    if (round % 2 === 0) await pause(Math.random() * 40);
    else waitForMiddleOfLine(file);
    child.process.kill('SIGKILL');
    expect((await child.ended).signal).toBe('SIGKILL');
    acknowledged.push(...child.output().split('\n').slice(0, -1));
  }
  appendEntry(file, { type: 'user', id: 'after' });

  const ids: unknown[] = [];
  let damaged = 0;
  for (const line of readLines(file)) {
    if (line.state === 'whole') ids.push(line.objects[0]?.['id']);
    else damaged++;
  }
  expect(damaged).toBeLessThanOrEqual(KILLS);
  expect(new Set(ids).size).toBe(ids.length);
  const written = new Set(ids);
  expect(acknowledged.filter((id) => !written.has(id))).toEqual([]);
  // At most the line being written at the kill was written without acknowledgement.
  expect(ids.length).toBeLessThanOrEqual(acknowledged.length + KILLS + 1);
  expect(ids.at(-1)).toBe('after');
  expect(openSession(file).lines.total).toBe(ids.length + damaged);
});

test('a file killed while being replaced is the old one or the new one', async () => {
  const root = tempTree();
  const file = join(root, 's.jsonl');
  const content = (letter: string) => `${letter.repeat(3_000_000)}\n`;
  writeFileSync(file, content('a'));
  const replacer = await program(`
    import { writeSync } from 'node:fs';
    import { replaceFile } from '@write/replace-file.ts';
    for (let n = 0; ; n++) {
      const part = Buffer.from('abc'[n % 3].repeat(100_000));
      replaceFile(process.argv[2], (sink) => {
        for (let i = 0; i < 30; i++) sink.write(part);
        sink.write(Buffer.from('\\n'));
      });
      writeSync(1, '.');
    }
  `);
  for (let round = 0; round < 6; round++) {
    const child = start(process.execPath, [replacer, file]);
    await firstWords(child);
    await pause(Math.random() * 40);
    child.process.kill('SIGKILL');
    await child.ended;
    const now = readFileSync(file, 'utf8');
    expect(now === content(now[0] ?? '')).toBe(true);
  }
  // What is left over must not look like a session.
  expect(readdirSync(root).filter((name) => name.endsWith('.jsonl'))).toEqual(['s.jsonl']);
});

/** Waits until a long line has begun to appear in the file. A busy loop, because writing takes only milliseconds. */
function waitForMiddleOfLine(file: string): void {
  const { size } = statSync(file);
  const deadline = Date.now() + 5000;
  while (statSync(file).size < size + 1_000_000 && Date.now() < deadline);
}

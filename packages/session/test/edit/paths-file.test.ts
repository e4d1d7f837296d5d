import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PathRewriter } from '../../src/edit/move/path-rewriter.js';
import { rulesFor } from '../../src/edit/move/path-rules.js';
import { rewriteFile } from '../../src/edit/move/rewrite-file.js';
import { writeNewFile } from '../../src/write/new-file.js';
import { newFolder } from './config-folder.js';

/** Above the reader's limit. */
const LONG = Buffer.alloc(65 * 1024 * 1024, 'x');

it.each(['x.txt', 'x.jsonl'])('loses no line that is too long to read: %s', (name) => {
  const folder = newFolder('paths');
  const text = (path: string, [middle, end]: [string, string]) =>
    Buffer.concat([`in ${path}/a\n`, LONG, middle, `\nin ${path}/b\n`, LONG, end].map((part) => Buffer.from(part)));
  const old: [string, string] = [' /home/a/app', ' the end'];
  writeFileSync(join(folder, name), text('/home/a/app', old));
  const rewriter = new PathRewriter(rulesFor({ from: '/home/a/app', to: '/srv/new' }));
  writeNewFile(join(folder, 'made'), (sink) => rewriteFile(join(folder, name), rewriter, sink));
  // Paths on the long line stay, because they may be in a signed thought.
  expect(readFileSync(join(folder, 'made')).equals(text('/srv/new', old))).toBe(true);
  expect(rewriter.count).toBe(2);
});

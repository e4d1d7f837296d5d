import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A temporary folder for one test, filled with files (path → content) and removed afterwards. */
export function tempTree(files: { [path: string]: string | object } = {}): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'unspool-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : `${JSON.stringify(content)}\n`);
  }
  return root;
}

export const A = 'aaaaaaaa-0000-4000-8000-000000000001';
export const B = 'bbbbbbbb-0000-4000-8000-000000000002';

/** A sub-agent's first line. */
export function task(sessionId: string, prompt: string): object {
  return { type: 'user', sessionId, isSidechain: true, message: { role: 'user', content: prompt } };
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRedactor, findSecrets } from '../src/index.js';

const shared = process.env['UNSPOOL_CORPUS'];
const folder = shared ? join(shared, 'corpus', 'files') : '';

describe.skipIf(!shared || !existsSync(folder))('published sessions', () => {
  const files = shared
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'))
    : [];
  const lines = files
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) => line !== '');

  it('redacted lines are still JSON and a second pass finds nothing', () => {
    const redactor = createRedactor();
    for (const line of lines) {
      const redacted = redactor.redactText(line);
      if (redacted === line) continue;
      expect(() => JSON.parse(redacted)).not.toThrow();
      expect(findSecrets(redacted).length).toBe(0);
    }
  });

  it('have few findings, because their authors removed the secrets', () => {
    const redactor = createRedactor();
    for (const line of lines) if (line.startsWith('{') && isJson(line)) redactor.redactValue(JSON.parse(line));
    expect(redactor.report().distinct).toBeLessThan(40);
  });
});

function isJson(line: string): boolean {
  try {
    return JSON.parse(line) !== undefined;
  } catch {
    return false;
  }
}

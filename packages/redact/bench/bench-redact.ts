// How fast clean text is read, against JSON.parse and one String.includes pass over the same bytes.
// node packages/redact/bench/bench-redact.ts [FOLDER OF .jsonl FILES]   (Node 22.18 or newer runs TypeScript; else bundle it)
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRedactor, findSecrets } from '../src/index.js';

const folder = process.argv[2];
const lines = (folder ? linesOf(folder) : madeUpLines()).filter((line) => line.length > 0);
const bytes = lines.reduce((sum, line) => sum + Buffer.byteLength(line), 0);
const values = lines.map((line): unknown => JSON.parse(line));
const redactor = createRedactor();

const parse = fastest(() => {
  for (const line of lines) JSON.parse(line);
});
let held = 0;
const includes = fastest(() => {
  for (const line of lines) if (line.includes('no line holds this')) held++;
});
const find = fastest(() => {
  for (const line of lines) findSecrets(line);
});
const redact = fastest(() => {
  for (const value of values) redactor.redactValue(value);
});

const rate = (milliseconds: number) => `${Math.round(bytes / 1e3 / milliseconds)} MB/s`;
console.log(`${(bytes / 1e6).toFixed(1)} MB in ${lines.length} lines, ${held} with the needle`);
console.log(`JSON.parse       ${rate(parse)}`);
console.log(`String.includes  ${rate(includes)}`);
console.log(
  `findSecrets      ${rate(find)}  ${(find / parse).toFixed(2)} × JSON.parse, ${(find / includes).toFixed(1)} × includes`,
);
console.log(`redactValue      ${rate(redact)}  ${(redact / parse).toFixed(2)} × JSON.parse`);

function fastest(run: () => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 7; round++) {
    const start = performance.now();
    run();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

function linesOf(path: string): string[] {
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'));
  return files.flatMap((name) => readFileSync(join(path, name), 'utf8').split('\n')).filter(isJson);
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

function madeUpLines(): string[] {
  const code = "export const next = (page: number) => fetch(address(page), { headers: { accept: 'json' } });\n";
  const prose = 'The reader keeps every byte, so a file that is read and written again is the same file as before. ';
  return Array.from({ length: 2000 }, (_, index) =>
    JSON.stringify({
      parentUuid: `9f8b6c1e-0000-4000-8000-${String(index).padStart(12, '0')}`,
      message: {
        role: 'assistant',
        content: [
          { type: 'text', text: prose.repeat(20) },
          { type: 'text', text: code.repeat(40) },
        ],
      },
    }),
  );
}

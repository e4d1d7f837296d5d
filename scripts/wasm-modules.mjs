// What is compiled to WebAssembly: scripts/wasm.mjs compiles it, tests/wasm.test.ts tells when it is stale.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './ready.mjs';

/** Each is made of one source of a package's assembly folder, which takes in others. */
export const modules = [
  { room: 'session', source: 'scan-lines', target: 'scan/line-kernel-code' },
  { room: 'session', source: 'find-needles', target: 'scan/needle-kernel-code' },
  { room: 'session', source: 'digest-lines', target: 'outline/outline-kernel-code' },
  { room: 'session', source: 'follow-lines', target: 'edit/id-kernel-code' },
  { room: 'redact', source: 'judge-json', target: 'skip-kernel-code' },
  { room: 'trace', source: 'sha256', target: 'model/sha256-code' },
  { room: 'trace', source: 'escape-json', target: 'otlp/escape-kernel-code' },
  { room: 'trace', source: 'span-bytes', target: 'otlp/span-kernel-code' },
].map(({ room, source, target }) => ({
  source: `packages/${room}/assembly/${source}.ts`,
  target: `packages/${room}/src/${target}.ts`,
}));

/** Stands in what was made, and is another one as soon as any of its sources is. */
export function hashOf({ source }) {
  const hash = createHash('sha256');
  for (const file of sourcesOf({ source })) hash.update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

/** The source itself and, in the order of their names, all that it takes in. */
export function sourcesOf({ source }) {
  const found = new Set([source]);
  for (const file of found) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, name] of text.matchAll(/\bfrom '\.\/([^']+)'/g)) found.add(`${dirname(file)}/${name}.ts`);
  }
  const [first, ...others] = found;
  return [first, ...others.sort()];
}

// Compiles packages/session/assembly to WebAssembly and writes it down as a module. Run it after a change there:
//   npm run wasm
// The result is committed, so that nobody else needs the compiler; a test tells when it is stale.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './ready.mjs';

const source = join(root, 'packages/session/assembly/scan-lines.ts');
const target = join(root, 'packages/session/src/scan/line-kernel-code.ts');
const folder = mkdtempSync(join(tmpdir(), 'unspool-wasm-'));
const binary = join(folder, 'scan-lines.wasm');
const options = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--importMemory', '--noExportMemory'];
const args = ['exec', '--yes', '--package', 'assemblyscript@0.28.20', '--', 'asc', source, ...options, '-o', binary];
const { status } = spawnSync('npm', args, { stdio: 'inherit', cwd: folder, shell: process.platform === 'win32' });
if (status !== 0) process.exit(status ?? 1);

const hash = createHash('sha256').update(readFileSync(source)).digest('hex');
const lines = readFileSync(binary)
  .toString('base64')
  .match(/.{1,100}/g);
writeFileSync(
  target,
  `// Made from packages/session/assembly/scan-lines.ts by \`npm run wasm\`.
export const SOURCE_HASH = '${hash}';

export const CODE = [
${lines.map((line) => `  '${line}',`).join('\n')}
].join('');
`,
);

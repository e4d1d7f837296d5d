// Compiles the assembly folders of packages to WebAssembly and writes it down as modules. Run it after a change there:
//   npm run wasm
// The result is committed, so that nobody else needs the compiler; a test tells when it is stale.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './ready.mjs';
import { hashOf, modules } from './wasm-modules.mjs';

const folder = mkdtempSync(join(tmpdir(), 'unspool-wasm-'));
for (const module of modules) compile(module);

function compile(module) {
  const code = join(root, module.target);
  const hash = hashOf(module);
  if (existsSync(code) && readFileSync(code, 'utf8').includes(hash)) return;
  const lines = compiled(join(root, module.source))
    .toString('base64')
    .match(/.{1,100}/g);
  writeFileSync(
    code,
    `// Made from ${module.source} by \`npm run wasm\`.
export const SOURCE_HASH = '${hash}';

export const CODE = [
${lines.map((line) => `  '${line}',`).join('\n')}
].join('');
`,
  );
}

function compiled(source) {
  const binary = join(folder, 'code.wasm');
  const options = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--importMemory', '--noExportMemory'];
  const args = ['exec', '--yes', '--package', 'assemblyscript@0.28.20', '--', 'asc', source, ...options, '-o', binary];
  const { status } = spawnSync('npm', args, { stdio: 'inherit', cwd: folder, shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
  return readFileSync(binary);
}

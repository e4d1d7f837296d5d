// Compiles the assembly folders of packages to WebAssembly and writes it down as modules. Run it after a change there:
//   npm run wasm
// The result is committed, so that nobody else needs the compiler; a test tells when it is stale.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './ready.mjs';

/** The first source is the one that is compiled; it takes in the others. */
const modules = [
  {
    sources: [
      'scan-lines',
      'client-time',
      'fold-usages',
      'glued-line',
      'line-memory',
      'one-message',
      'read-prompt',
      'recognise-line',
      'reply-table',
      'scan-marked',
      'usage-table',
      'walk-json',
      'walk-number',
    ],
    target: 'scan/line-kernel-code',
  },
  { sources: ['find-needles'], target: 'scan/needle-kernel-code' },
  {
    sources: [
      'digest-lines',
      'beside-content',
      'client-time',
      'digest-memory',
      'known-texts',
      'outline-lines',
      'outline-memory',
      'plain-json',
      'raw-blocks',
      'utf16-length',
      'walk-json',
      'walk-number',
    ],
    target: 'outline/outline-kernel-code',
  },
  {
    sources: [
      'follow-lines',
      'cut-string',
      'digest-memory',
      'line-columns',
      'new-ids',
      'outline-lines',
      'outline-memory',
      'plain-json',
      'raw-blocks',
      'utf16-length',
      'walk-json',
      'walk-number',
    ],
    target: 'edit/id-kernel-code',
  },
  {
    room: 'redact',
    sources: [
      'judge-json',
      'character-sets',
      'encoded-text',
      'name-endings',
      'run-rules',
      'skip-clean',
      'skip-memory',
      'url-secrets',
    ],
    target: 'skip-kernel-code',
  },
  { room: 'trace', sources: ['sha256'], target: 'model/sha256-code' },
  { room: 'trace', sources: ['escape-json'], target: 'otlp/escape-kernel-code' },
  { room: 'trace', sources: ['span-bytes', 'escape-json'], target: 'otlp/span-kernel-code' },
];
const folder = mkdtempSync(join(tmpdir(), 'unspool-wasm-'));
for (const module of modules) compile(module);

function compile({ room = 'session', sources, target }) {
  const files = sources.map((name) => join(root, 'packages', room, 'assembly', `${name}.ts`));
  const code = join(root, 'packages', room, 'src', `${target}.ts`);
  const hash = createHash('sha256')
    .update(Buffer.concat(files.map((file) => readFileSync(file))))
    .digest('hex');
  if (existsSync(code) && readFileSync(code, 'utf8').includes(hash)) return;
  const lines = compiled(files[0])
    .toString('base64')
    .match(/.{1,100}/g);
  writeFileSync(
    code,
    `// Made from packages/${room}/assembly/${sources[0]}.ts by \`npm run wasm\`.
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

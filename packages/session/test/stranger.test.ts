import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { examplesOf } from './support/examples.js';

const root = join(import.meta.dirname, '../../..');
const modules = join(root, 'node_modules');
const tsc = join(modules, 'typescript/bin/tsc');
const shell = process.platform === 'win32';
const folder = mkdtempSync(join(tmpdir(), 'unspool-stranger-'));

beforeAll(() => {
  run(process.execPath, [tsc, '-b', 'packages/session'], root);
  const pack = ['pack', '--workspace', '@unspool/session', '--json', '--ignore-scripts', '--pack-destination', folder];
  const [packed] = JSON.parse(run('npm', pack, root));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  // What installing a package without dependencies does.
  mkdirSync(join(folder, 'node_modules/@unspool/session'), { recursive: true });
  run('tar', ['-xzf', packed.filename, '-C', 'node_modules/@unspool/session', '--strip-components=1'], folder);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the packed library runs in plain JavaScript', () => {
  writeFileSync(
    join(folder, 'example.js'),
    `import { createSession, listSessions, openSession, turnsOf } from '@unspool/session';
    import { editSourceOf, planCut } from '@unspool/session/edit';
    import { randomUUID } from 'node:crypto';
    const config = { folder: '.', projects: 'projects' };
    const writer = createSession({ ...config, cwd: '/a', version: '2.1.325', now: Date.now, newUuid: randomUUID });
    writer.addUser('Hello');
    writer.close();
    for (const { file } of listSessions(config).sessions) {
      const { session, turns } = editSourceOf(file);
      console.log(turnsOf(openSession(file)).turns.length, planCut(session, turns, new Set([1])).what);
    }`,
  );
  expect(run(process.execPath, ['example.js'], folder)).toBe('1 cut turn 1\n');
});

it('the examples of the library pages compile against the packed types', () => {
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
  for (const name of ['@types/node', 'undici-types'])
    symlinkSync(join(modules, name), join(folder, 'node_modules', name));
  writeFileSync(
    join(folder, 'world.d.ts'),
    'declare const file: string, home: string, projects: string;\ndeclare const blob: Blob;\n',
  );
  const pages = ['library.md', 'library-writing.md'].map((name) => readFileSync(join(root, 'docs', name), 'utf8'));
  const examples = pages.flatMap(examplesOf);
  const files = examples.map(({ code }, at) => {
    writeFileSync(join(folder, `example-${at}.ts`), code);
    return `example-${at}.ts`;
  });
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    target: 'es2022',
    module: 'nodenext',
    lib: ['es2023', 'dom'],
    types: ['node'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['world.d.ts', ...files] }));
  expect(run(process.execPath, [tsc, '-p', folder], folder)).toBe('');
  expect(files.length).toBeGreaterThan(10);
});

function run(command: string, args: string[], cwd: string): string {
  try {
    return execFileSync(command, args, { cwd, shell: shell && command === 'npm', encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args.join(' ')}:\n${stdout}${stderr}`);
  }
}

import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { sources } from '../../../../scripts/sources.mjs';
import { wasmFiles } from '../../../../scripts/wasm-files.mjs';

const packages = resolve(import.meta.dirname, '../../..');

/** Bundles a program from the sources, for tests that kill it. Returns its path. */
export async function bundleProgram(source: string, folder: string): Promise<string> {
  const input = join(folder, 'main.ts');
  writeFileSync(input, source.replaceAll('AGENT', join(packages, 'agent')));
  const modules = [join(packages, '../node_modules')];
  const external = [/^node:/, /^@mariozechner/, /^@modelcontextprotocol/, /^@vscode/];
  const bundle = await rolldown({
    input,
    platform: 'node',
    external,
    resolve: { alias: sources, modules },
    plugins: [wasmFiles()],
  });
  const program = join(folder, 'program.mjs');
  await bundle.write({ file: program, format: 'esm', codeSplitting: false });
  return program;
}

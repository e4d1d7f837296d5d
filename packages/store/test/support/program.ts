import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { sources } from '../../../../scripts/sources.mjs';
import { wasmFiles } from '../../../../scripts/wasm-files.mjs';
import { whenFileEnds } from '../../../../tests/clean-up.js';

const packages = join(import.meta.dirname, '../../..');

/** Bundles a program with our sources into one file, in a folder from which Node finds libsql. */
export async function program(source: string): Promise<string> {
  const cache = join(packages, '../node_modules/.cache/unspool-tests');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'program-'));
  whenFileEnds(() => rmSync(folder, { recursive: true, force: true }));
  const input = join(folder, 'program.ts');
  writeFileSync(input, source);
  const bundle = await rolldown({
    input,
    platform: 'node',
    external: [/^node:/, 'libsql'],
    resolve: { alias: sources },
    plugins: [wasmFiles()],
  });
  const file = join(folder, 'program.mjs');
  await bundle.write({ file, format: 'esm', codeSplitting: false });
  return file;
}

/** Starts a program, and kills it after `killAfter` milliseconds if set. */
export function runProgram(
  file: string,
  args: string[],
  killAfter?: number,
): Promise<{ code: number | null; text: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
      if (killAfter !== undefined && text.startsWith('open')) setTimeout(() => child.kill('SIGKILL'), killAfter);
    });
    child.stderr.on('data', (chunk) => {
      text += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, text }));
  });
}

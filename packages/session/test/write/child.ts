import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { tempTree } from '../locate/temp-tree.js';

const source = new URL('../../src/write/', import.meta.url).pathname;

/** Bundles a program over our own sources into one file that plain Node runs. `@write/` stands for our folder. */
export async function program(code: string): Promise<string> {
  const root = tempTree({ 'main.js': code.replaceAll('@write/', source) });
  const bundle = await rolldown({ input: join(root, 'main.js'), platform: 'node', external: [/^node:/] });
  await bundle.write({ file: join(root, 'out.mjs'), format: 'esm' });
  await bundle.close();
  return join(root, 'out.mjs');
}

export interface Started {
  process: ChildProcess;
  /** Everything written to stdout so far. */
  output: () => string;
  ended: Promise<{ code: number | null; signal: string | null }>;
}

export function start(command: string, args: string[]): Started {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal }));
  });
  return { process: child, output: () => output, ended };
}

/** Resolves when the program has written something. */
export async function firstWords(started: Started): Promise<void> {
  while (started.output() === '' && started.process.exitCode === null) await pause(2);
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

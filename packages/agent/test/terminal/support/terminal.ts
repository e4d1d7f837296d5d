import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { sources } from '../../../../../scripts/sources.mjs';
import { wasmFiles } from '../../../../../scripts/wasm-files.mjs';
import { whenFileEnds, whenTestEnds } from '../../../../../tests/clean-up.js';
import { newPlace, startApi, type TestPlace } from '../../support/chat.js';
import type { Answer, ScriptedApi, Step } from '../../support/scripted-api.js';
import { Pty } from './pty.js';

export interface TerminalOptions {
  columns?: number;
  rows?: number;
  place?: TestPlace;
  env?: { [name: string]: string };
}

export interface TestTerminal {
  pty: Pty;
  api: ScriptedApi;
  place: TestPlace;
}

/** A chat in a terminal, from the sources, with a scripted API and the prompt on the screen. */
export async function openTerminal(answer: Answer | Step[], options: TerminalOptions = {}): Promise<TestTerminal> {
  const { place = newPlace(), columns, rows, env } = options;
  const api = await startApi(answer);
  const pty = new Pty({
    program: await program(),
    cwd: place.cwd,
    env: { API: api.url, CONFIG: place.configDir, HOME: join(place.configDir, '..'), ...env },
    ...(columns !== undefined && { columns }),
    ...(rows !== undefined && { rows }),
  });
  whenTestEnds(() => pty.close());
  await pty.sees(env?.['SLOW'] === undefined ? '$0.0000' : '❯');
  return { pty, api, place };
}

let built: Promise<string> | undefined;

function program(): Promise<string> {
  built ??= build();
  return built;
}

/** Bundles everything into one file, since the program in the terminal runs without the tests' loader. */
async function build(): Promise<string> {
  const packages = resolve(import.meta.dirname, '../../../..');
  // Below node_modules, so that packages that are not bundled are found.
  const cache = join(packages, '../node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'unspool-terminal-'));
  whenFileEnds(() => {
    rmSync(folder, { recursive: true, force: true });
    built = undefined;
  });
  const bundle = await rolldown({
    input: join(import.meta.dirname, 'program.ts'),
    platform: 'node',
    external: [/^node:/, /^@modelcontextprotocol/, /^@vscode/],
    resolve: { alias: sources },
    plugins: [wasmFiles()],
    onLog: () => {},
  });
  const file = join(folder, 'program.mjs');
  await bundle.write({ file, format: 'esm', codeSplitting: false });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  return file;
}

/** The session files that were written. */
export function sessionFiles({ configDir }: TestPlace): string[] {
  const projects = join(configDir, 'projects');
  return readdirSync(projects, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl') && !name.includes('subagents'))
    .map((name) => join(projects, name));
}

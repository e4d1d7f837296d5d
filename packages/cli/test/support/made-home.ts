import { mkdirSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { run } from '../../src/program.js';
import { memoryIo } from './memory-io.js';

export interface MadeHome {
  home: string;
  data: string;
  projects: string;
  /** Writes a file below `projects`, old enough not to be in use. */
  write(path: string, lines: readonly object[]): string;
  unspool(...args: string[]): Promise<{ exitCode: number; out: string; err: string }>;
  json<T>(...args: string[]): Promise<T>;
}

/** An empty home, to be filled by the test. */
export function madeHome(now = Date.UTC(2026, 5, 1, 12, 7, 31)): MadeHome {
  const home = mkdtempSync(join(tmpdir(), 'unspool-made-'));
  const data = join(home, 'data');
  const projects = join(home, '.claude', 'projects');
  mkdirSync(projects, { recursive: true });
  const unspool = async (...args: string[]) => {
    const io = memoryIo({ home, cwd: home, env: { UNSPOOL_HOME: data }, now });
    const exitCode = await run(args, io);
    return { exitCode, out: io.stdout(), err: io.stderr() };
  };
  return {
    home,
    data,
    projects,
    write: (path, lines) => {
      const file = join(projects, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
      utimesSync(file, now / 1000 - 86_400, now / 1000 - 86_400);
      return file;
    },
    unspool,
    json: async <T>(...args: string[]) => {
      const { out, err } = await unspool(...args, '--json');
      if (out === '') throw new Error(err);
      return JSON.parse(out) as T;
    },
  };
}

/** Lines of a session: a prompt and replies of one token each at the given times. */
export function repliesAt(times: readonly number[], fields: { sessionId: string; cwd?: string }): object[] {
  const common = { isSidechain: false, cwd: '/app', version: '2.0.1', ...fields };
  const prompt = { role: 'user', content: 'go' };
  const lines: object[] = [{ ...common, type: 'user', uuid: 'p', parentUuid: null, message: prompt }];
  times.forEach((time, at) => {
    const usage = { input_tokens: 1, output_tokens: 0 };
    const content = [{ type: 'text', text: 'hi' }];
    const message = { id: `m${time}.${at}`, role: 'assistant', model: 'claude-opus-5', content, usage };
    const timestamp = new Date(time).toISOString();
    const place = { uuid: `r${at}`, parentUuid: at === 0 ? 'p' : `r${at - 1}`, requestId: `q${time}.${at}`, timestamp };
    lines.push({ ...common, type: 'assistant', ...place, message });
  });
  return lines;
}

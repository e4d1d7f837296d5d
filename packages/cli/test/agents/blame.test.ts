import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../src/program.js';
import { agentsHome } from '../support/agents-home.js';
import type { MadeHome } from '../support/made-home.js';
import { memoryIo } from '../support/memory-io.js';

const NOW = Date.UTC(2026, 10, 19);
let made: MadeHome;

beforeAll(() => {
  made = agentsHome(NOW);
});

/** A repository with what an agent wrote, committed after it. */
function repository(name: string, file: string, text: string): string {
  const folder = join(made.home, 'work', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, file), text);
  const env = {
    ...process.env,
    HOME: made.home,
    GIT_AUTHOR_DATE: '2026-11-18T12:00:00Z',
    GIT_COMMITTER_DATE: '2026-11-18T12:00:00Z',
  };
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder, env });
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'work');
  return folder;
}

async function unspoolIn(cwd: string, ...args: string[]) {
  const io = memoryIo({ home: made.home, cwd, env: { UNSPOOL_HOME: made.data, ...gitEnv() }, now: NOW });
  const exitCode = await run(args, io);
  return { exitCode, out: io.stdout(), err: io.stderr() };
}

const gitEnv = () => ({ PATH: process.env['PATH'] ?? '' });

interface Blamed {
  lines: { line: number; writer: { agent: string; sessionId: string; prompt: string; tool: string } | null }[];
}

describe('blame over what other agents wrote', () => {
  it.each([
    ['Codex', 'codex', 'codexB', 'apply_patch', 'EDIT please'],
    ['Gemini CLI', 'gemini', 'gemA', 'write_file', 'EDIT second'],
    ['Qwen Code', 'qwen', 'qwen24-A', 'write_file', 'EDIT again'],
    ['pi', 'pi', 'pi15-A', 'write', 'EDIT again'],
  ])('names the session of %s, its turn and prompt', async (label, agent, name, tool, prompt) => {
    const folder = repository(name, 'edited.txt', 'line one\nline two\nby hand, later\n');
    const { out, err } = await unspoolIn(folder, 'blame', 'edited.txt', '--json');
    expect(err).toBe('');
    const { lines } = JSON.parse(out) as Blamed;
    expect(lines.map(({ writer }) => writer?.agent ?? null)).toEqual([agent, agent, null]);
    expect(lines[0]?.writer).toMatchObject({ tool, prompt });
    expect((await unspoolIn(folder, 'blame', 'edited.txt')).out).toContain(label);
    expect((await unspoolIn(folder, 'why', 'edited.txt:1')).out).toContain(prompt);
  });
});

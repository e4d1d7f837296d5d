import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOTES, type SampleHome, sampleHome, UPLOAD } from '../support/sample-home.js';

let home: string;
let unspool: SampleHome['unspool'];
beforeEach(() => {
  ({ home, unspool } = sampleHome());
});

async function candidates(...words: string[]): Promise<string[]> {
  const { exitCode, out } = await unspool('complete', '--', ...words);
  expect(exitCode).toBe(0);
  return out
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split('\t')[0] ?? '');
}

describe('completion', () => {
  it.each([
    [['sea'], ['search']],
    [
      ['trace', 's'],
      ['status', 'show', 'sink'],
    ],
    [['ls', '--pr'], ['--project']],
    [['show', '5a'], [UPLOAD]],
    [['show', '--turn', '2', '7e'], [NOTES]],
    [['diff', UPLOAD, '7e'], [NOTES]],
    [['help', 'tur'], ['turns']],
    [['show', '--turn', ''], []],
    [['show', UPLOAD, ''], []],
    [['unpack', ''], []],
    [
      ['usage', 'm'],
      ['monthly', 'models'],
    ],
    [
      ['export', UPLOAD, '--format', 'j'],
      ['json', 'jsonl'],
    ],
    [['ls', '--sort', 'pr'], ['project']],
    [
      ['ls', '--agent', 'co'],
      ['codex', 'copilot'],
    ],
    [['strip', '--preset', 's'], ['standard']],
    [['ls', '--since', ''], []],
  ])('%j → %j', async (words, expected) => {
    expect(await candidates(...words)).toEqual(expected);
  });

  it('describes sessions by their titles', async () => {
    expect((await unspool('complete', '--', 'show', '5a')).out).toBe(`${UPLOAD}\tFix the flaky upload test\n`);
  });

  it('hides what is not for people', async () => {
    expect(await candidates('')).not.toContain('complete');
    expect(await candidates('trace', '')).not.toContain('hook');
  });

  it('works in bash', async () => {
    const program = join(home, 'unspool');
    writeFileSync(program, '#!/bin/sh\nprintf "search\\tfind\\nserve\\topen\\n"\n');
    chmodSync(program, 0o755);
    const { out: script } = await unspool('completion', 'bash');
    const ask = `${script}\nCOMP_WORDS=(unspool se); COMP_CWORD=1; _unspool; printf '%s ' "\${COMPREPLY[@]}"`;
    const env = { PATH: `${home}:${process.env['PATH']}` };
    expect(execFileSync('bash', ['-c', ask], { env, encoding: 'utf8' })).toBe('search serve ');
  });

  it.each(['zsh', 'fish'])('prints a script for %s that the shell can read, if it is installed', async (shell) => {
    const { out } = await unspool('completion', shell);
    expect(out).toContain('unspool complete --');
    const file = join(home, `completion.${shell}`);
    writeFileSync(file, out);
    const { error, status } = spawnSync(shell, ['-n', file]);
    if (!error) expect(status).toBe(0);
  });

  it('names the shells it knows', async () => {
    const { exitCode, err } = await unspool('completion', 'tcsh');
    expect(exitCode).toBe(2);
    expect(err).toContain('bash, zsh or fish');
  });
});

describe('the man page', () => {
  it('has every command, option and topic', async () => {
    const { out } = await unspool('help', '--man');
    for (const text of ['.SS unspool strip', '.SS unspool trace sink remove', '\\-\\-keep\\-last', '.SH TURNS']) {
      expect(out).toContain(text);
    }
    expect(out).not.toContain('unspool complete ');
  });
});

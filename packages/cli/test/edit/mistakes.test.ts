import { beforeEach, expect, it } from 'vitest';
import { type SampleHome, sampleHome, UPLOAD } from '../support/sample-home.js';

let unspool: SampleHome['unspool'];
beforeEach(() => {
  ({ unspool } = sampleHome());
});

it.each([
  [['fork', UPLOAD, '--at', '0'], 'numbered from 1'],
  [['fork', UPLOAD, '--at', '1..2'], 'as a turn number'],
  [['cut', UPLOAD, '--turns', '1..4'], 'unspool delete'],
  [['cut', UPLOAD, '--turns', 'one'], '3..5'],
  [['strip', UPLOAD, '--keep-last', 'x'], '--keep-last 3'],
  [['strip', UPLOAD, '--tool', 'Bsh'], 'Did you mean: Bash'],
  [['search', 'foo('], '--exact'],
])('%j says what to do', async (words, hint) => {
  const { exitCode, err } = await unspool(...words);
  expect(exitCode).toBe(2);
  expect(err).toContain(hint);
});

it('a search in a session that does not exist is a mistake', async () => {
  const { exitCode, err } = await unspool('search', '--session', 'nosuch', 'upload');
  expect(exitCode).toBe(1);
  expect(err).toContain('nosuch');
});

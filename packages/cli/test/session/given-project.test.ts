import { mkdirSync, mkdtempSync, realpathSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { run } from '../../src/program.js';
import { memoryIo } from '../support/memory-io.js';
import { sessionFile } from '../support/session-file.js';

const HERE = 'aaaaaaaa-0000-4000-8000-000000000001';
const ELSEWHERE = 'bbbbbbbb-0000-4000-8000-000000000002';

describe.skipIf(process.platform === 'win32')('--project', () => {
  let home = '';
  let cwd = '';

  beforeEach(() => {
    home = realpathSync(mkdtempSync(join(tmpdir(), 'unspool-project-')));
    cwd = join(home, 'app');
    mkdirSync(cwd);
    for (const [id, folder] of [
      [HERE, cwd],
      [ELSEWHERE, '/elsewhere/other'],
    ] as const) {
      const file = sessionFile()
        .user(`zebra of ${id}`, { cwd: folder, sessionId: id })
        .reply(id, 'A', { cwd: folder, sessionId: id })
        .write(`${id}.jsonl`, join(home, '.claude', 'projects', folder.replace(/[^A-Za-z0-9]/g, '-')));
      utimesSync(file, 1e9, 1e9);
    }
  });

  async function output(...args: string[]): Promise<string> {
    const io = memoryIo({ home, cwd, env: { HOME: home } });
    await run(args, io);
    return io.stdout();
  }

  it.each([['.'], ['./'], ['../app'], ['..']])('%s is the current folder, or beside it', async (project) => {
    for (const command of [['ls'], ['search', 'zebra'], ['usage', 'sessions']]) {
      const out = await output(...command, '--project', project, '--json');
      expect([out.includes(HERE), out.includes(ELSEWHERE)]).toEqual([true, false]);
    }
  });

  it('finds a copy by the project it was put into, too, with an index and without', async () => {
    const { sessionId } = JSON.parse(await output('clone', HERE, '--cwd', '../new-place', '--json'));
    const isFound = async (...args: string[]) => (await output(...args, '--json')).includes(sessionId);
    const look = async () => [
      await isFound('ls', '--project', '../new-place'),
      await isFound('ls', '--project', '../app'),
      await isFound('search', 'zebra', '--project', join(home, 'new-place')),
      await isFound('search', 'zebra', '--project', join(home, 'new')),
    ];
    expect(await look()).toEqual([true, true, true, false]);
    await output('index', '--no-archive');
    expect(await look()).toEqual([true, true, true, false]);
  });
});

import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { demoIo } from '../../src/chat/demo-place.js';
import { start } from '../../src/chat/start.js';
import { run } from '../../src/program.js';
import { memoryIo } from '../support/memory-io.js';

const root = mkdtempSync(join(tmpdir(), 'unspool-demo-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const home = join(root, 'home');
const cwd = join(root, 'work');
mkdirSync(join(home, '.claude/projects'), { recursive: true });
mkdirSync(cwd);

const world = () => memoryIo({ env: { UNSPOOL_HOME: join(root, 'data') }, home, cwd, now: Date.now() });

async function unspool(...args: string[]) {
  const io = world();
  return { code: await run(args, io), out: io.stdout() };
}

async function demo(prompt: string, resume?: string): Promise<string> {
  const options = { demo: true, permissionMode: 'acceptEdits', ...(resume !== undefined && { resume }) };
  const chat = await start(options, demoIo(world()), { entrypoint: 'sdk-cli', canAsk: false });
  await chat.send(prompt);
  await chat.close();
  return chat.file;
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());

describe('chat --demo', () => {
  it.skipIf(!existsSync('/proc/self'))('says that its folder cannot be created', async () => {
    const io = memoryIo({ env: { UNSPOOL_HOME: '/proc/unspool' }, home, cwd });
    expect(await run(['chat', '--demo', '-p', 'tour'], io)).toBe(1);
    expect(io.stderr()).toContain('The folder /proc/unspool could not be created.');
  });

  it('writes into a place of its own, and can be continued there', async () => {
    const file = await demo('tour');
    expect(file.startsWith(join(root, 'data/demo/'))).toBe(true);
    const { size } = statSync(file);
    expect([...filesIn(home), ...filesIn(cwd)]).toEqual([]);
    expect((await unspool('ls', '--json')).out).not.toContain(basename(file, '.jsonl'));
    expect((await unspool('show', 'last')).code).not.toBe(0);
    expect((await unspool('usage', '--json')).out).not.toContain('demo');
    expect(await demo('more', basename(file).slice(0, 8))).toBe(file);
    expect(statSync(file).size).toBeGreaterThan(size);
  });
});

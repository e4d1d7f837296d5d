import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { generated } from '../../../store/test/support/generated.js';
import { Receiver } from '../../../trace/test/support/receiver.js';
import { run } from '../../src/program.js';
import { memoryIo } from '../support/memory-io.js';

const { folder } = generated({ mb: 12, files: 30, seed: 57 });
const receiver = await new Receiver().start();
afterAll(() => receiver.stop());

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'unspool-stopped-'));
});

async function backfill(...more: string[]) {
  const io = memoryIo({ home, cwd: home, env: { UNSPOOL_HOME: join(home, 'data'), CLAUDE_CONFIG_DIR: folder } });
  const exitCode = await run(['trace', 'backfill', '--sink', `otlp:${receiver.url}`, ...more], io);
  return { exitCode, out: io.stdout(), err: io.stderr() };
}

it('says that a backfill was stopped by Ctrl-C, and continues from there', async () => {
  const { spans } = JSON.parse((await backfill('--dry-run', '--json')).out);
  const listening = process.listenerCount('SIGINT');
  let asked = 0;
  receiver.answer = () => {
    asked++;
    process.emit('SIGINT');
    return { status: 200, body: '{}' };
  };
  const stopped = await backfill();
  expect(process.listenerCount('SIGINT')).toBe(listening);
  const err = 'Stopped. What was sent is kept. Run the command again to continue.\n';
  expect(stopped).toEqual({ exitCode: 130, out: '', err });
  // What was on its way is waited for; nothing more sets out.
  expect(asked).toBe(1);
  const before = receiver.stored.size;
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(spans);
  receiver.answer = () => ({ status: 200, body: '{}' });
  const { exitCode, out } = await backfill('--json');
  expect([exitCode, JSON.parse(out)]).toMatchObject([0, { sinks: [{ sent: spans - before }] }]);
  expect([receiver.stored.size, receiver.repeated]).toEqual([spans, 0]);
});

it('says of one that only counts that nothing was sent', async () => {
  const press = (event: string | symbol) => {
    if (event !== 'SIGINT') return;
    process.off('newListener', press);
    setImmediate(() => process.emit('SIGINT'));
  };
  process.on('newListener', press);
  const err = 'Stopped. Nothing was sent.\n';
  expect(await backfill('--dry-run')).toEqual({ exitCode: 130, out: '', err });
});

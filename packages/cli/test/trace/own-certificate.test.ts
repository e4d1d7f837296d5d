import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { SELF_SIGNED } from '../../../trace/test/support/self-signed.js';
import { WrittenSession } from '../../../trace/test/support/written-session.js';
import { run } from '../../src/program.js';
import { memoryIo } from '../support/memory-io.js';
import { bundleHook, startHook } from './hook-process.js';

it('is trusted by what a hook starts, though the client leaves the variable out', async () => {
  const home = mkdtempSync(join(tmpdir(), 'unspool-certificate-'));
  const hook = join(home, 'dist', 'trace-hook.cjs');
  cpSync(dirname(bundleHook()), dirname(hook), { recursive: true });
  let asked = 0;
  const server = createServer(SELF_SIGNED, (request, response) => {
    request.resume().on('end', () => {
      asked++;
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const sink = `otlp:https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  writeFileSync(join(home, 'signer.pem'), SELF_SIGNED.cert);
  const env = { UNSPOOL_HOME: join(home, 'data'), NODE_EXTRA_CA_CERTS: 'signer.pem' };
  const io = memoryIo({ home, cwd: home, env, samples: join(home, 'samples') });
  expect([await run(['trace', 'install', '--sink', sink], io), io.stderr()]).toEqual([0, '']);
  const file = join(home, 'session.jsonl');
  writeFileSync(file, new WrittenSession().prompt('go').reply('m1', 'done').text());
  const event = { hook_event_name: 'Stop', transcript_path: file, last_assistant_message: 'done' };
  expect((await startHook(hook, home, JSON.stringify(event))).status).toBe(0);
  await expect.poll(() => asked).toBe(1);
  server.closeAllConnections();
  server.close();
});

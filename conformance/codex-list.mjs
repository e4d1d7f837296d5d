import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const TIMEOUT_MS = 60_000;

/** The sessions that Codex's picker offers, asked from its app server. */
export function listedByCodex(client, [program, ...before], { home, cwd, url }) {
  const env = { PATH: process.env.PATH, HOME: home, ...client.env({ home, url }) };
  const server = spawn(program, [...before, 'app-server'], { cwd, env, stdio: ['pipe', 'pipe', 'ignore'] });
  const send = (message) => server.stdin.write(`${JSON.stringify(message)}\n`);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => server.kill('SIGKILL'), TIMEOUT_MS);
    server.on('close', () => {
      clearTimeout(timer);
      reject(new Error('its app server gave no list'));
    });
    createInterface({ input: server.stdout }).on('line', (line) => {
      const { id, result, error } = JSON.parse(line);
      if (id === 1) {
        send({ method: 'initialized' });
        send({ id: 2, method: 'thread/list', params: { limit: 50 } });
      } else if (id === 2) {
        if (error) reject(new Error(error.message));
        else resolve(result.data.map((thread) => ({ id: thread.id, preview: thread.preview })));
        server.kill();
      }
    });
    send({ id: 1, method: 'initialize', params: { clientInfo: { name: 'unspool', version: '0' } } });
  });
}

import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { openClickHouse } from '../src/clickhouse/open-clickhouse.js';
import { madeSession, pieceOf } from './support/made-session.js';

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** The address of a server that answers like a ClickHouse in trouble. */
async function clickHouse(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `clickhouse://user:secret-password@127.0.0.1:${(server.address() as AddressInfo).port}/unspool`;
}

const version = (text: string): string => `${JSON.stringify({ version: text })}\n`;

it('names the version that it needs', async () => {
  const store = await clickHouse((_, response) => response.end(version('1.1.54388')));
  await expect(openClickHouse({ store })).rejects.toMatchObject({
    code: 'store_unavailable',
    message: 'ClickHouse 1.1.54388 is too old.',
    details: { hint: 'Use 25.12 or newer.' },
  });
});

it('says who does not answer, without the password', async () => {
  const store = await clickHouse(() => {});
  for (const server of servers) await new Promise((resolve) => server.close(resolve));
  const failure = await openClickHouse({ store }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'store_unavailable', message: 'ClickHouse is not responding.' });
  expect(JSON.stringify(failure)).not.toContain('secret-password');
});

it.each([
  ['243', 'its disk is full'],
  ['241', 'it has no memory left'],
  ['252', 'too many parts: it is behind with merging'],
  ['159', 'it took too long'],
  ['242', 'the table is read-only: ZooKeeper or Keeper is unreachable'],
  ['516', 'the user or the password is wrong'],
])('passes error %s on in words, and none of the query', async (code, why) => {
  const state = { isInTrouble: false };
  const store = await clickHouse((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const sql = Buffer.concat(chunks).toString();
      if (state.isInTrouble) response.writeHead(500).end(`Code: ${code}. DB::Exception: in query ${sql}`);
      else response.end(sql.includes('version()') ? version('26.7.1') : '');
    });
  });
  const opened = await openClickHouse({ store });
  const made = madeSession({ words: 'zebrafish' });
  state.isInTrouble = true;
  for (const asked of [
    () => opened.putSession(made.session),
    () => opened.append(pieceOf(made), made.session),
    () => opened.search({ text: 'zebrafish', limit: 5 }),
    () => opened.list({ scope: { person: 'ana', isAll: true }, limit: 5 }),
  ]) {
    const failure = await asked().catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'store_unavailable', details: { why: expect.stringContaining(why) } });
    expect(JSON.stringify(failure)).not.toContain('zebrafish');
  }
  await opened.close();
});

import { createServer as createHttp } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, createServer as createTcp, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { senderOf } from '../../src/otlp/resource.js';
import { ask } from '../../src/sink/ask.js';
import { checkSink } from '../../src/sink/check-sink.js';
import { noAnswer } from '../../src/sink/no-answer.js';
import { openSink } from '../../src/sink/open-sink.js';
import type { OtlpConfig } from '../../src/sink/sink-config.js';
import { SELF_SIGNED } from '../support/self-signed.js';
import { madeUpSpans } from '../support/spans.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listening(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`;
}

const message = (text: string) =>
  listening(
    createTcp((socket) => {
      socket.on('error', () => {});
      socket.end(text);
    }),
  );
const plain = () => listening(createHttp((_, response) => response.end()));
const trusted = () => listening(createHttps(SELF_SIGNED, (_, response) => response.end()));

const CASES: [string, () => Promise<Partial<OtlpConfig>>, RegExp][] = [
  [
    'nothing is listening',
    async () => ({ url: 'http://127.0.0.1:9/' }),
    /nothing is listening there: .* \(connect ECONNREFUSED/,
  ],
  [
    'unknown host',
    async () => ({ url: 'http://nowhere.invalid/' }),
    /cannot be resolved: check the address .* \(getaddrinfo E/,
  ],
  [
    'closed connection',
    async () => ({ url: `http://${await message('')}` }),
    /closed the connection without a response: .* \(socket hang up\)/,
  ],
  ['https to a port for http', async () => ({ url: `https://${await plain()}` }), /does not use TLS: use http:/],
  ['http to a port for https', async () => ({ url: `http://${await trusted()}` }), /whether it needs https:\/\/ \(/],
  [
    'self-signed certificate',
    async () => ({ url: `https://${await trusted()}` }),
    /set NODE_EXTRA_CA_CERTS to .*, and install again \(self-signed certificate\)$/,
  ],
  [
    'no HTTP',
    async () => ({ url: `http://${await message('SSH-2.0-OpenSSH_9.6\r\n')}` }),
    /does not speak HTTP: check the port.* \(Parse Error: /,
  ],
  ['invalid address', async () => ({ url: 'nonsense' }), /not a valid address: install .* \(Invalid URL\)/],
  ['another protocol', async () => ({ url: 'ftp://127.0.0.1/' }), /not a valid address: install .* \(Protocol "ftp:"/],
  [
    'invalid header',
    async () => ({ url: `http://${await plain()}`, headers: { 'x y': '1' } }),
    /one of its headers cannot be sent: .* \(Header name must be/,
  ],
];

describe('a backend that does not respond', () => {
  it.each(CASES)('is reported in plain words by doctor and status: %s', async (_, fields, words) => {
    const given = await fields();
    const sink: OtlpConfig = { type: 'otlp', name: 'o', url: '', encoding: 'json', gzip: false, headers: {}, ...given };
    const checked = await checkSink(sink, ask);
    expect(checked).toEqual({ isOk: false, message: expect.stringMatching(words) });
    expect(checked.message.startsWith(`${sink.url}: `)).toBe(true);
    const world = { sender: senderOf('1.0.0'), ask, now: Date.now };
    const sent = await openSink(sink, world).send(madeUpSpans(1));
    expect(sent).toEqual({ kind: 'retry', reason: expect.stringMatching(words) });
  });

  it('is reported with the message of the system if there is no other', () => {
    expect(noAnswer(new Error('no response in time'))).toBe('no response in time');
    expect(noAnswer(Object.assign(new AggregateError([]), { code: 'EODD' }))).toBe('EODD');
    expect(noAnswer(Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }))).toMatch(
      /there: .* \(ECONNREFUSED\)/,
    );
    expect(noAnswer('odd')).toBe('odd');
  });
});

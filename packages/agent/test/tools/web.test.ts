import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { htmlToText } from '../../src/tools/web/html-to-text.js';
import { isPrivate, privateAddress } from '../../src/tools/web/private-address.js';
import { webFetchTool } from '../../src/tools/web/web-fetch-tool.js';
import { webSearchTool } from '../../src/tools/web/web-search-tool.js';
import { bench, says } from './support.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const env = { UNSPOOL_WEBFETCH_PRIVATE: '1' };

describe('WebFetch', () => {
  it("returns a short page as text, in the client's format", async () => {
    const url = await serve((_, answer) => {
      answer.setHeader('content-type', 'text/html; charset=utf-8');
      answer.end('<html><head><title>x</title></head><body><h1>Title</h1><p>Some &amp; more</p></body></html>');
    });
    const { run, requests } = bench({ env });
    const { content, toolUseResult } = await run(webFetchTool, { url: `${url}/a`, prompt: 'what?' });
    expect(content).toBe('# Title\n\nSome & more');
    expect(toolUseResult).toMatchObject({ bytes: 91, code: 200, codeText: 'OK', result: content, url: `${url}/a` });
    expect(Object.keys(toolUseResult as object)).toEqual(['bytes', 'code', 'codeText', 'result', 'durationMs', 'url']);
    expect(requests).toEqual([]);
  });

  it('asks a model about a long page', async () => {
    const url = await serve((_, answer) => answer.end('long words '.repeat(5000)));
    const usage = { input_tokens: 500, output_tokens: 1 };
    const { run, requests, counted } = bench({
      env,
      model: () => [
        { type: 'message_start', message: { id: 'm', model: 'small', usage } },
        ...says('the answer'),
        { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 20 } },
      ],
    });
    expect((await run(webFetchTool, { url, prompt: 'what is it?' })).content).toBe('the answer');
    expect(counted).toEqual([{ model: 'small', usage: { input_tokens: 500, output_tokens: 20 } }]);
    expect(requests[0]).toMatchObject({ model: 'test-model' });
    expect(JSON.stringify(requests[0]?.messages)).toContain('what is it?');
  });

  it('returns the beginning if the model does not answer', async () => {
    const url = await serve((_, answer) => answer.end('long words '.repeat(5000)));
    const failure = { kind: 'status', message: '529 overloaded', isRetryable: true } as const;
    const { run } = bench({ env, model: () => [{ type: 'failure', failure }] });
    const { content, isError } = await run(webFetchTool, { url, prompt: 'x' });
    expect(isError).toBeUndefined();
    expect(content).toContain('529 overloaded');
    expect(content).toContain('long words');
  });

  it('follows redirects on the same host, and asks before another', async () => {
    const other = await serve((_, answer) => answer.end('other'));
    const url = await serve((request, answer) => {
      if (request.url === '/end') answer.end('end');
      else
        answer
          .writeHead(302, { location: request.url === '/out' ? other.replace('127.0.0.1', 'localhost') : '/end' })
          .end();
    });
    const allowed = bench({ env });
    expect((await allowed.run(webFetchTool, { url: `${url}/in`, prompt: '' })).content).toBe('end');
    expect(allowed.asked).toEqual([]);
    await allowed.run(webFetchTool, { url: `${url}/out`, prompt: '' });
    expect(allowed.asked).toMatchObject([{ name: 'WebFetch', url: expect.stringContaining('localhost') }]);
    const denied = bench({ env, permit: () => 'deny' });
    expect((await denied.run(webFetchTool, { url: `${url}/out`, prompt: '' })).content).toContain('not permitted');
  });

  it('stops at a redirect loop', async () => {
    const url = await serve((_, answer) => answer.writeHead(302, { location: '/again' }).end());
    expect((await bench({ env }).run(webFetchTool, { url, prompt: '' })).content).toContain('too many times');
  });

  it('reads no more than its limit', async () => {
    const url = await serve((_, answer) => {
      const chunk = Buffer.alloc(256 * 1024, 'x');
      const more = () => {
        while (!answer.destroyed && answer.write(chunk));
        if (!answer.destroyed) answer.once('drain', more);
      };
      more();
    });
    const { run } = bench({ env, model: () => says('an answer') });
    const { content, toolUseResult } = await run(webFetchTool, { url, prompt: '' });
    expect(toolUseResult).toMatchObject({ bytes: 10 * 1024 * 1024 });
    expect(content).toContain('only its beginning was read');
  });

  it('stops on Esc', async () => {
    const url = await serve(() => undefined);
    const { run, abort } = bench({ env });
    const running = run(webFetchTool, { url, prompt: '' });
    setTimeout(() => abort.abort(), 100);
    expect((await running).isError).toBe(true);
  });

  it.each([
    ['a failure', 404, 'text/html', 'status code 404'],
    ['what is no text', 200, 'image/png', 'is not text'],
  ])('reports %s', async (_, status, type, message) => {
    const url = await serve((_request, answer) => answer.writeHead(status, { 'content-type': type }).end('x'));
    const result = await bench({ env }).run(webFetchTool, { url, prompt: '' });
    expect(result.isError).toBe(true);
    expect(result.content).toContain(message);
  });

  it.each([
    'http://127.0.0.1/',
    'https://localhost/',
    'https://[::1]/',
    'http://169.254.169.254/latest/meta-data',
    'https://192.168.1.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::ffff:127.0.0.1]/',
  ])('does not connect to %s', async (url) => {
    const { run, context } = bench();
    context.fetch = () => {
      throw new Error('it was reached');
    };
    const { content } = await run(webFetchTool, { url, prompt: '' });
    expect(content).toContain('this machine or its network');
  });

  it.each(['ftp://example.org', 'file:///etc/passwd', 'https://user:pass@example.org/', 'nothing', ''])(
    'does not take %j for an address',
    async (url) => {
      expect((await bench().run(webFetchTool, { url, prompt: '' })).content).toContain('not a page address');
    },
  );

  it('turns http into https', async () => {
    const { run, context } = bench();
    const asked: string[] = [];
    context.fetch = async (url) => {
      asked.push(String(url));
      return new Response('x');
    };
    // A reserved address, so that no name has to be resolved.
    await run(webFetchTool, { url: 'http://93.184.216.34/a', prompt: '' });
    expect(asked).toEqual(['https://93.184.216.34/a']);
  });
});

describe('addresses', () => {
  it.each([
    ['10.1.2.3', true],
    ['100.64.0.1', true],
    ['172.16.0.1', true],
    ['172.32.0.1', false],
    ['8.8.8.8', false],
    ['0.0.0.0', true],
    ['::1', true],
    ['::', true],
    ['fe80::1', true],
    ['fd00::1', true],
    ['2606:4700::1111', false],
    ['::ffff:10.0.0.1', true],
    ['::ffff:7f00:1', true],
    ['::ffff:808:808', false],
    ['nonsense', true],
  ])('%s is private: %s', (address, expected) => {
    expect(isPrivate(address)).toBe(expected);
  });

  it('are resolved', async () => {
    expect(await privateAddress('localhost')).toBeDefined();
  });
});

describe('HTML', () => {
  it.each([
    ['<p>a<p>b', 'a\n\nb'],
    ['<script>x < y; "</p>"</script>after', 'after'],
    ['<style>a{}</style><!-- no --><b>bold</b> text', 'bold text'],
    ['<ul><li>one<li>two</ul>', '- one\n- two'],
    ['<a href="https://example.org/?a=1&amp;b=2">link</a>', '[link](https://example.org/?a=1&b=2)'],
    ['<a href="#top">up</a>', 'up'],
    ['<pre>a\n  b</pre>', '```\na\n  b\n```'],
    ['use <code>x</code>', 'use `x`'],
    ['<h2>Two</h2>text', '## Two\n\ntext'],
    ['<table><tr><td>a</td><td>b</td></tr></table>', 'a | b |'],
    ['a &lt;b&gt; &#65;&#x42; &unknown; &#0;', 'a <b> AB &unknown;'],
    ['unclosed <b', 'unclosed'],
    ['', ''],
  ])('%j', (html, text) => {
    expect(htmlToText(html)).toBe(text);
  });

  it('is read in linear time', () => {
    for (const piece of ['<', '<a ', '<!--', '<a href="', '&', '<p>', '</']) htmlToText(piece.repeat(200_000));
  });
});

describe('WebSearch', () => {
  it("gives the API's own tool to a model, and its results in the client's format", async () => {
    const links = [{ type: 'web_search_result', title: 'A page', url: 'https://example.org', encrypted_content: 'x' }];
    const { run, requests } = bench({
      model: () => [
        {
          type: 'content_block_start',
          index: 0,
          content_block: { type: 'server_tool_use', id: 'srv_1', name: 'web_search' },
        },
        {
          type: 'content_block_start',
          index: 1,
          content_block: { type: 'web_search_tool_result', tool_use_id: 'srv_1', content: links } as never,
        },
        ...says('It is so.').map((event) => ('index' in event ? { ...event, index: 2 } : event)),
      ],
    });
    const { content, toolUseResult } = await run(webSearchTool, { query: 'what', allowed_domains: ['example.org'] });
    expect(requests[0]?.tools).toEqual([
      { type: 'web_search_20250305', name: 'web_search', max_uses: 8, allowed_domains: ['example.org'] },
    ]);
    expect(content).toBe(
      'Web search results for query: "what"\n\nLinks: [{"title":"A page","url":"https://example.org"}]\n\nIt is so.',
    );
    expect(toolUseResult).toMatchObject({
      query: 'what',
      results: [{ tool_use_id: 'srv_1', content: [{ title: 'A page', url: 'https://example.org' }] }, 'It is so.'],
    });
    expect(Object.keys(toolUseResult as object)).toEqual(['query', 'results', 'durationSeconds']);
  });

  it('reports a failure and an invalid call', async () => {
    const failure = { kind: 'network', message: 'no way', isRetryable: true } as const;
    const failing = bench({ model: () => [{ type: 'failure', failure }] });
    expect((await failing.run(webSearchTool, { query: 'x' })).content).toContain('no way');
    const both = { query: 'x', allowed_domains: ['a'], blocked_domains: ['b'] };
    expect((await failing.run(webSearchTool, both)).content).toContain('not both');
  });
});

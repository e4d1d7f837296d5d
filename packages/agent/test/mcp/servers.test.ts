// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are variables of a shell
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { JsonObject } from '@unspool/session';
import { afterEach, describe, expect, it } from 'vitest';
import { addServers } from '../../src/mcp/add-servers.js';
import { type McpOptions, McpServers } from '../../src/mcp/mcp-servers.js';
import { todoTool } from '../../src/tools/todo-tool.js';
import type { Tool } from '../../src/tools/tool.js';
import { type Bench, bench, isAlive, until } from '../tools/support.js';

const script = join(import.meta.dirname, 'server.mjs');
const open: McpServers[] = [];
const children: ChildProcess[] = [];
afterEach(async () => {
  for (const servers of open.splice(0)) await servers.close();
  for (const child of children.splice(0)) child.kill();
});

interface Started extends Bench {
  servers: McpServers;
  messages: string[];
  tool(name: string): Tool;
}

async function start(mcpServers: JsonObject, options: Partial<McpOptions> = {}): Promise<Started> {
  const made = bench();
  made.write('.mcp.json', JSON.stringify({ mcpServers }));
  const messages: string[] = [];
  const servers = new McpServers({
    projectDir: made.folder,
    home: made.context.home,
    env: { PATH: process.env['PATH'], TOKEN: 'open' },
    settings: [],
    trustsServers: true,
    tell: (message) => messages.push(message),
    ...options,
  });
  open.push(servers);
  await servers.start();
  const tool = (name: string) => {
    const found = servers.tools().find((each) => each.name === name);
    if (!found) throw new Error(`${name} is not there: ${messages.join('; ')}`);
    return found;
  };
  return { ...made, servers, messages, tool };
}

const local = { command: process.execPath, args: [script] };

describe('a server inside the driving program', () => {
  it('is reached through that program, and adds its tools when connected', async () => {
    const { servers, run, tool } = await start({});
    const asked: unknown[] = [];
    const answers: { [method: string]: JsonObject } = {
      initialize: {
        protocolVersion: '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: 'own', version: '1' },
      },
      'tools/list': { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] },
      'tools/call': { content: [{ type: 'text', text: 'echoed' }] },
    };
    const send = async ({ id, method }: JsonObject): Promise<JsonObject> => {
      asked.push(method);
      return { jsonrpc: '2.0', id: id ?? 0, result: answers[String(method)] ?? {} };
    };
    await servers.add([{ name: 'own', scope: 'user', transport: { type: 'driver', send } }]);
    expect(servers.tools().map(({ name }) => name)).toEqual(['mcp__own__echo']);
    expect(JSON.stringify((await run(tool('mcp__own__echo'), {})).content)).toContain('echoed');
    expect(asked).toEqual(['initialize', 'notifications/initialized', 'tools/list', 'tools/call']);
  });

  it('that fails is reported', async () => {
    const { servers, messages } = await start({});
    const send = () => Promise.reject(new Error('no such server'));
    await servers.add([{ name: 'own', scope: 'user', transport: { type: 'driver', send } }]);
    expect(servers.states()).toMatchObject([{ name: 'own', status: 'failed' }]);
    expect(messages.join()).toContain('no such server');
  });
});

describe('servers named on the command line', () => {
  it('are started without a question, from JSON and from files, with the others or alone', async () => {
    const config = JSON.stringify({ mcpServers: { given: local } });
    const other = bench();
    const file = other.write('servers.json', JSON.stringify({ mcpServers: { 'from-file': local } }));
    const untrusted = { trustsServers: false, given: [config, file] };
    const beside = await start({ folder: local }, untrusted);
    expect(beside.servers.states().map(({ name, status }) => `${name} ${status}`)).toEqual([
      'folder refused',
      'given connected',
      'from-file connected',
    ]);
    const alone = await start({ folder: local }, { trustsServers: true, given: [config], onlyGiven: true });
    expect(alone.servers.states().map(({ name }) => name)).toEqual(['given']);
  });

  it('are reported if they cannot be read', async () => {
    const { messages, servers } = await start({}, { given: ['{broken', '/nowhere/servers.json'] });
    expect(servers.states()).toEqual([]);
    expect(messages.join('\n')).toContain('not valid JSON');
    expect(messages.join('\n')).toContain('/nowhere/servers.json');
  });
});

describe('a server over stdio', () => {
  it("adds its tools under the client's names", async () => {
    const { servers, tool } = await start({ 'my server': local });
    const names = servers.tools().map(({ name }) => name);
    expect(names).toContain('mcp__my_server__echo');
    expect(names).toContain('mcp__my_server__odd_name_');
    expect(tool('mcp__my_server__echo').inputSchema).toMatchObject({ type: 'object' });
    expect(tool('mcp__my_server__echo').isReadOnly({})).toBe(false);
    expect(tool('mcp__my_server__echo').isParallel?.({})).toBe(true);
    expect(servers.states()).toEqual([{ name: 'my server', status: 'connected', tools: 9 }]);
  });

  it("answers calls in the client's format", async () => {
    const { run, tool, progress } = await start({ a: local });
    const output = [{ type: 'text', text: 'you said: hello' }];
    expect(await run(tool('mcp__a__echo'), { text: 'hello' })).toEqual({ content: output, toolUseResult: output });
    expect(progress.map(({ data }) => data)).toMatchObject([
      { type: 'mcp_progress', status: 'started', serverName: 'a', toolName: 'echo' },
      { type: 'mcp_progress', status: 'completed', serverName: 'a', toolName: 'echo' },
    ]);
    expect(await run(tool('mcp__a__fail'), {})).toEqual({
      content: 'it went wrong',
      toolUseResult: 'Error: it went wrong',
      isError: true,
    });
    expect((await run(tool('mcp__a__picture'), {})).content).toEqual([
      { type: 'image', source: { type: 'base64', data: 'aGk=', media_type: 'image/png' } },
      { type: 'text', text: '[Resource file:///a.txt]\ninside' },
      { type: 'text', text: '[audio audio/wav]' },
    ]);
  });

  it('has its long answers saved to a file', async () => {
    const { run, tool } = await start({ a: local });
    const { content } = await run(tool('mcp__a__long'), {});
    expect(JSON.stringify(content)).toContain('<persisted-output>');
    expect(JSON.stringify(content).length).toBeLessThan(5000);
  });

  it("does not get the user's keys, and runs in the project", async () => {
    const env = { ...local, env: { OWN: '${TOKEN}', OTHER: '${NOTHING:-fallback}' } };
    const { run, tool, folder } = await start({ a: env });
    process.env['UNSPOOL_TEST_SECRET'] = 'secret';
    const { content } = await run(tool('mcp__a__environment'), {});
    delete process.env['UNSPOOL_TEST_SECRET'];
    const given = JSON.parse((content as { text: string }[])[0]?.text ?? '{}');
    expect(given).toMatchObject({ OWN: 'open', OTHER: 'fallback', cwd: folder });
    expect(given).not.toHaveProperty('UNSPOOL_TEST_SECRET');
  });

  it('can add tools later', async () => {
    const { run, tool, servers } = await start({ a: local });
    await run(tool('mcp__a__grow'), {});
    await until(() => servers.tools().some(({ name }) => name === 'mcp__a__grown'));
  });

  it('is waited for only until Esc or its timeout', async () => {
    const { run, tool, abort, context } = await start({ a: local });
    const late = await tool('mcp__a__hang').run({}, { ...context, env: { MCP_TOOL_TIMEOUT: '200' } });
    expect(late.content).toContain('timed out');
    const running = run(tool('mcp__a__hang'), {});
    setTimeout(() => abort.abort(), 50);
    expect((await running).isError).toBe(true);
  });

  it('is restarted after it has died', async () => {
    const { run, tool } = await start({ a: local });
    expect((await run(tool('mcp__a__die'), {})).isError).toBe(true);
    expect((await run(tool('mcp__a__echo'), { text: 'again' })).isError).toBeUndefined();
  });

  it.skipIf(process.platform === 'win32')(
    'started through a shell is stopped with it, whether it exits in time or not',
    async () => {
      const wrapper = 'sleep 300 & echo $! > slow; wait; true';
      const slow = { command: 'sh', args: ['-c', wrapper] };
      // A server that ignores both the end of its input and SIGTERM.
      const deaf = {
        command: 'sh',
        args: ['-c', `trap "" TERM; ${process.execPath} ${script}; echo $$ > deaf; sleep 300`],
      };
      const env = { PATH: process.env['PATH'] };
      const late = await start({ slow }, { env: { ...env, MCP_TIMEOUT: '3000' } });
      expect(late.servers.states()).toMatchObject([{ name: 'slow', status: 'failed' }]);
      expect(late.messages.join()).toContain('Cannot start the MCP server "slow"');
      await until(() => !isAlive(Number(late.text('slow'))));
      const { servers, text } = await start({ deaf }, { env });
      expect(servers.states()).toMatchObject([{ name: 'deaf', status: 'connected' }]);
      await servers.close();
      await until(() => !isAlive(Number(text('deaf'))));
    },
  );

  it('that does not start is reported, and the others run', async () => {
    const { messages, servers } = await start({
      bad: { command: process.execPath, args: [script, 'broken'] },
      none: { command: join(script, 'nothing') },
      good: local,
    });
    expect(servers.states().map(({ status }) => status)).toEqual(['failed', 'failed', 'connected']);
    expect(messages.join('\n')).toContain('there is no database');
    expect(messages).toHaveLength(2);
  });
});

describe('the list of tools', () => {
  it('grows at the end as servers connect', async () => {
    const { folder, context, write, run } = bench();
    write('.mcp.json', JSON.stringify({ mcpServers: { a: local } }));
    const tools: Tool[] = [{ ...todoTool(), name: 'Own' }];
    const added = addServers(tools, {
      projectDir: folder,
      home: context.home,
      env: {},
      settings: [],
      trustsServers: true,
      tell: () => undefined,
    });
    open.push(added.servers);
    expect(tools.map(({ name }) => name)).toEqual(['Own']);
    await added.ready;
    expect(tools.slice(0, 2).map(({ name }) => name)).toEqual(['Own', 'mcp__a__echo']);
    await run(tools.find(({ name }) => name === 'mcp__a__grow') as Tool, {});
    await until(() => tools.at(-1)?.name === 'mcp__a__grown');
    expect(tools).toHaveLength(11);
  });
});

describe('a server over HTTP', () => {
  it('is reached with its headers', async () => {
    const child = spawn(process.execPath, [script, 'http'], { stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(child);
    const port = await new Promise<string>((resolve) =>
      child.stdout?.once('data', (data) => resolve(String(data).trim())),
    );
    const url = `http://127.0.0.1:${port}/mcp`;
    const { run, tool, messages, servers } = await start({
      open: { type: 'http', url, headers: { Authorization: 'Bearer ${TOKEN}' } },
      shut: { type: 'http', url },
    });
    const output = [{ type: 'text', text: 'you said: hello' }];
    expect((await run(tool('mcp__open__echo'), { text: 'hello' })).content).toEqual(output);
    expect(servers.states()).toMatchObject([{ status: 'connected' }, { status: 'failed' }]);
    expect(messages.join()).toContain('Cannot start the MCP server "shut"');
  });
});

describe('consent', () => {
  const states = ({ servers }: Started) => servers.states().map(({ status }) => status);
  const local2 = (value: JsonObject, source: 'localSettings' | 'projectSettings' = 'localSettings') => [
    { source, file: '', value },
  ];

  it('is needed for servers that came with the folder', async () => {
    const started = await start({ a: local }, { trustsServers: false });
    expect(states(started)).toEqual(['refused']);
    expect(started.messages).toEqual([
      'The MCP server "a" from this folder was not started: you have not approved it yet.',
    ]);
    expect(started.servers.tools()).toEqual([]);
  });

  it('is asked for', async () => {
    const asked: string[] = [];
    const askConsent = async ({ name }: { name: string }) => {
      asked.push(name);
      return name === 'a';
    };
    const started = await start({ a: local, b: local }, { trustsServers: false, askConsent });
    expect(asked).toEqual(['a', 'b']);
    expect(states(started)).toEqual(['connected', 'refused']);
  });

  it("is read from the user's settings, not the folder's", async () => {
    const names = { enabledMcpjsonServers: ['a'] };
    expect(states(await start({ a: local }, { trustsServers: false, settings: local2(names) }))).toEqual(['connected']);
    const folder = local2({ ...names, enableAllProjectMcpServers: true }, 'projectSettings');
    expect(states(await start({ a: local }, { trustsServers: false, settings: folder }))).toEqual(['refused']);
  });

  it('is overruled by a refusal', async () => {
    const settings = local2({ disabledMcpjsonServers: ['a'], enableAllProjectMcpServers: true });
    expect(states(await start({ a: local }, { settings }))).toEqual(['refused']);
  });
});

describe('the list of servers', () => {
  it.each<[JsonObject, string]>([
    [{ a: {} }, 'it has no command'],
    [{ a: { type: 'odd', command: 'x' } }, 'unknown type "odd"'],
    [{ a: { type: 'http' } }, 'it has no URL'],
    [{ a: { url: 'file:///etc/passwd' } }, 'it has no URL'],
    [{ a: { command: '${NOT_SET}' } }, 'the variable NOT_SET is not set'],
  ])('%j: %s', async (mcpServers, why) => {
    const { messages, servers } = await start(mcpServers);
    expect(messages).toEqual([`Ignoring the MCP server "a": ${why}.`]);
    expect(servers.states()).toEqual([]);
  });

  it('may be missing or invalid', async () => {
    const { folder, context, write } = bench();
    const messages: string[] = [];
    const options = {
      projectDir: folder,
      home: context.home,
      env: {},
      settings: [],
      trustsServers: true,
      tell: (message: string) => messages.push(message),
    };
    await new McpServers(options).start();
    expect(messages).toEqual([]);
    write('.mcp.json', '{');
    await new McpServers(options).start();
    expect(messages.join()).toContain('not valid JSON');
  });
});

import { createHash } from 'node:crypto';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KEYS, readJson, TracedHome } from './traced-home.js';

const traced = new TracedHome();
const settings = () => traced.at('.claude/settings.json');

describe('trace install', () => {
  it('keeps nothing of a command that was wrong', async () => {
    const sink = ['--sink', 'file:/tmp/never.jsonl'];
    expect((await traced.run(['trace', 'install', '--scope', 'local', ...sink])).code).toBe(2);
    writeFileSync(settings(), '{broken');
    expect((await traced.run(['trace', 'install', ...sink])).code).toBe(1);
    expect(readFileSync(settings(), 'utf8')).toBe('{broken');
    expect(existsSync(traced.at('data'))).toBe(false);
  });

  it.each(['{"hooks":{"Stop":"say done"}}', '{"hooks":["say done"]}'])(
    'loses no hooks that it cannot read: %s',
    async (text) => {
      writeFileSync(settings(), text);
      expect(await traced.run(['trace', 'install', '--sink', 'file:/tmp/never.jsonl'])).toMatchObject({ code: 1 });
      expect(readFileSync(settings(), 'utf8')).toBe(text);
      const doctor = await traced.run(['trace', 'doctor']);
      expect(doctor.out).toContain('bad  hooks: ');
      expect((await traced.run(['trace', 'status'])).out).toContain('cannot be read');
    },
  );

  it('keeps the ends of lines as they were', async () => {
    writeFileSync(settings(), '{\r\n  "model": "opus"\r\n}\r\n');
    expect((await traced.run(['trace', 'install', '--sink', `file:${traced.at('spans.jsonl')}`])).code).toBe(0);
    expect(readFileSync(settings(), 'utf8')).not.toMatch(/[^\r]\n/);
    expect((await traced.run(['trace', 'uninstall'])).code).toBe(0);
    expect(readFileSync(settings(), 'utf8')).toBe('{\r\n  "model": "opus"\r\n}\r\n');
  });

  it('takes a name and a password out of an address', async () => {
    const sink = 'otlp:http://jo:p%40ss@127.0.0.1:4318/base/?tenant=1#top';
    const { out } = await traced.run(['trace', 'install', '--sink', sink]);
    expect(out).not.toContain('p%40ss');
    // What stands in a query may be a key.
    expect(out).toContain('http://127.0.0.1:4318/base/v1/traces?tenant=… (');
    for (const look of ['status', 'doctor']) expect((await traced.run(['trace', look])).out).not.toContain('tenant=1');
    expect(readJson(traced.at('data/trace/config.json')).sinks).toMatchObject([
      {
        url: 'http://127.0.0.1:4318/base/v1/traces?tenant=1',
        headers: { authorization: `Basic ${Buffer.from('jo:p@ss').toString('base64')}` },
      },
    ]);
  });

  it('prefers variables for traces to general ones, and uses their address unchanged', async () => {
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:4319/ingest',
      OTEL_EXPORTER_OTLP_HEADERS: 'tenant=1,api-key=old',
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'api-key=n%20w',
      OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/protobuf',
    };
    const sinks = () => readJson(traced.at('data/trace/config.json')).sinks;
    expect((await traced.run(['trace', 'install', '--sink', 'otlp'], env)).code).toBe(0);
    expect(sinks()).toMatchObject([
      { url: 'http://127.0.0.1:4319/ingest', encoding: 'protobuf', headers: { tenant: '1', 'api-key': 'n w' } },
    ]);
    await traced.run(['trace', 'install', '--sink', 'otlp'], { ...env, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: '' });
    expect(sinks()).toMatchObject([{ url: 'http://127.0.0.1:4318/v1/traces' }]);
  });

  it.each(['LANGFUSE_HOST', 'LANGFUSE_BASE_URL', 'LANGFUSE_BASEURL'])(
    'takes keys to no other host than %s says',
    async (name) => {
      const env = { ...KEYS, LANGFUSE_HOST: '', [name]: 'https://langfuse.example' };
      expect((await traced.run(['trace', 'install', '--sink', 'langfuse'], env)).out).toContain(
        'https://langfuse.example',
      );
    },
  );

  it.each([
    ['a folder', ['--sink', `file:${tmpdir()}`], {}],
    ['a file in a file', ['--sink', `file:${join(import.meta.filename, 'spans.jsonl')}`], {}],
    ['an address without http://', ['--sink', 'langfuse'], { ...KEYS, LANGFUSE_HOST: 'cloud.example' }],
    ['keys in an address', ['--sink', 'langfuse:https://a:b@cloud.example'], KEYS],
    ['a header that would be sent nowhere', ['--sink', 'file:/tmp/never.jsonl', '--header', 'x=1'], {}],
    ['a header that cannot be sent', ['--sink', 'otlp:http://127.0.0.1:4318', '--header', 'x y=1'], {}],
    ['a header that is ours', ['--sink', 'otlp:http://127.0.0.1:4318', '--header', 'Content-Length=3'], {}],
    [
      'one in the environment',
      ['--sink', 'otlp'],
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_EXPORTER_OTLP_HEADERS: 'a=b,host=there' },
    ],
  ])('refuses %s', async (_, args, env) => {
    expect((await traced.run(['trace', 'install', ...args], env)).code).toBe(2);
    expect(existsSync(settings())).toBe(false);
  });

  it('puts hooks beside those of others, once, with a copy of what was there', async () => {
    const before =
      '{\n    "model": "opus",\n    "hooks": {"Stop": [{"matcher": "", "hooks": [{"type": "command", "command": "say done"}]}]}\n}\n';
    writeFileSync(settings(), before);
    const first = await traced.run(['trace', 'install', '--sink', 'langfuse'], {
      ...KEYS,
      LANGFUSE_HOST: traced.receiver.url,
    });
    expect(first).toMatchObject({ code: 0 });
    const after = readJson(settings());
    expect(Object.keys(after.hooks)).toEqual(['Stop', 'SubagentStop', 'SessionEnd']);
    expect(after.model).toBe('opus');
    expect(after.hooks.Stop[0]).toEqual({ matcher: '', hooks: [{ type: 'command', command: 'say done' }] });
    expect(after.hooks.Stop[1].hooks[0]).toMatchObject({ type: 'command', timeout: 30 });
    expect(after.hooks.Stop[1].hooks[0].async).toBeUndefined();
    expect(after.hooks.Stop[1].hooks[0].command).toContain(traced.at('pkg/dist/trace-hook.cjs'));
    expect(after.hooks.SessionEnd[0].hooks[0].async).toBeUndefined();
    const backups = () => readdirSync(traced.at('.claude')).filter((name) => name.includes('before-unspool'));
    expect(backups()).toHaveLength(1);
    expect(readFileSync(join(traced.home, '.claude', backups()[0] ?? ''), 'utf8')).toBe(before);
    expect(readFileSync(settings(), 'utf8')).toContain('\n    "model"');
    const text = readFileSync(settings(), 'utf8');
    await traced.run(['trace', 'install'], KEYS);
    expect(readFileSync(settings(), 'utf8')).toBe(text);
    expect(backups()).toHaveLength(1);
    await traced.run(['trace', 'uninstall']);
    expect(readJson(settings())).toEqual(JSON.parse(before));
  });

  describe('an installation that has a hook for PreCompact, as earlier versions made it,', () => {
    const BEFORE =
      '{\r\n\t"model": "opus",\r\n\t"hooks": {"PreCompact": [{"hooks": [{"type": "command", "command": "say wait"}]}]}, "x": "\\u00e9" }\r\n';
    /** The settings as the earlier version left them, with its record of them. */
    async function installedEarlier(): Promise<string> {
      writeFileSync(settings(), BEFORE);
      await traced.run(['trace', 'install', '--sink', `file:${traced.at('spans.jsonl')}`]);
      const ours = JSON.stringify(readJson(settings()).hooks.SessionEnd[0]);
      const earlier = readFileSync(settings(), 'utf8').replace('say wait"}]}]', `say wait"}]},${ours}]`);
      expect(readJson(settings()).hooks.PreCompact).toHaveLength(1);
      writeFileSync(settings(), earlier);
      expect(readJson(settings()).hooks.PreCompact).toHaveLength(2);
      const folder = traced.at('data/trace/settings');
      const [record = ''] = readdirSync(folder);
      const { before } = readJson(join(folder, record));
      const after = createHash('sha256').update(earlier).digest('hex');
      writeFileSync(join(folder, record), JSON.stringify({ file: settings(), before, after }));
      return earlier;
    }

    it.each([['status'], ['status', '--json'], ['install']])('loses it with trace %s %s', async (...args) => {
      const earlier = await installedEarlier();
      expect((await traced.run(['trace', ...args])).code).toBe(0);
      const { hooks } = readJson(settings());
      expect(hooks.PreCompact).toEqual([{ hooks: [{ type: 'command', command: 'say wait' }] }]);
      expect([hooks.Stop, hooks.SubagentStop, hooks.SessionEnd].map((groups) => groups.length)).toEqual([1, 1, 1]);
      const ours = JSON.stringify(readJson(settings()).hooks.SessionEnd[0]);
      expect(readFileSync(settings(), 'utf8')).toBe(earlier.replace(`,${ours}]`, ']'));
      const text = readFileSync(settings(), 'utf8');
      await traced.run(['trace', 'status']);
      expect(readFileSync(settings(), 'utf8')).toBe(text);
      await traced.run(['trace', 'uninstall']);
      expect(readFileSync(settings(), 'utf8')).toBe(BEFORE);
    });

    it('is left alone where the hook is another’s', async () => {
      writeFileSync(settings(), BEFORE);
      await traced.run(['trace', 'status']);
      expect(readFileSync(settings(), 'utf8')).toBe(BEFORE);
    });
  });

  it('does not use the background where the shell may not support it', async () => {
    await traced.run(['trace', 'install', '--sink', `file:${traced.at('spans.jsonl')}`], {}, { platform: 'win32' });
    const { Stop, SubagentStop, SessionEnd } = readJson(settings()).hooks;
    expect([Stop, SubagentStop].map(([group]) => group.hooks[0].async)).toEqual([true, true]);
    expect(SessionEnd[0].hooks[0].async).toBeUndefined();
    expect(Stop[0].hooks[0].command).toBe(SessionEnd[0].hooks[0].command);
  });

  it('keeps keys readable only by their owner, and never shows them', async () => {
    const env = { ...KEYS, LANGFUSE_HOST: 'https://langfuse.example.com' };
    const { out, err } = await traced.run(['trace', 'install', '--sink', 'langfuse', '--json'], env);
    const file = traced.at('data/trace/config.json');
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readJson(file).sinks).toEqual([
      {
        type: 'langfuse',
        name: 'langfuse',
        host: 'https://langfuse.example.com',
        publicKey: 'pk-lf-1',
        secretKey: 'sk-lf-2',
      },
    ]);
    const { out: status } = await traced.run(['trace', 'status']);
    for (const text of [out, err, status]) expect(text).not.toContain('sk-lf-2');
  });

  it('updates a hook that names another place', async () => {
    await traced.run(['trace', 'install', '--sink', 'file:out.jsonl']);
    const moved = readFileSync(settings(), 'utf8').replaceAll('/pkg/dist/', '/old/place/');
    writeFileSync(settings(), moved);
    await traced.run(['trace', 'install']);
    const { Stop } = readJson(settings()).hooks;
    expect(Stop).toHaveLength(1);
    expect(Stop[0].hooks[0].command).toContain('/pkg/dist/');
  });

  it('writes into the project on request', async () => {
    await traced.run(['trace', 'install', '--scope', 'project', '--sink', 'file:out.jsonl']);
    expect(existsSync(traced.at('work/.claude/settings.local.json'))).toBe(true);
    expect(existsSync(settings())).toBe(false);
    await traced.run(['trace', 'uninstall', '--scope', 'project']);
    expect(existsSync(traced.at('work/.claude/settings.local.json'))).toBe(false);
  });

  it('changes nothing that it cannot read', async () => {
    writeFileSync(settings(), '{ "model": ');
    expect(await traced.run(['trace', 'install', '--sink', 'file:x'])).toMatchObject({ code: 1 });
    expect(readFileSync(settings(), 'utf8')).toBe('{ "model": ');
  });

  it.each([
    [['--sink', 'carrier-pigeon'], 2],
    [['--sink', 'file'], 2],
    [['--sink', 'otlp'], 2],
    [['--sink', 'otlp:ftp://x'], 2],
    [['--sink', 'Bad_Name=file:x'], 2],
    [['--sink', 'langfuse'], 1],
    [['--sink', 'file:x', '--content', 'some'], 2],
    [['--sink', 'file:x', '--scope', 'both'], 2],
    [[], 2],
  ])('says what is wrong with %j', async (args, code) => {
    const result = await traced.run(['trace', 'install', ...args]);
    expect(result.code).toBe(code);
    expect(result.err).toMatch(/^error: /);
  });

  it('takes OTLP as OpenTelemetry writes it in the environment', async () => {
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example.com:4318/',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b,x-team=blue',
    };
    await traced.run(
      ['trace', 'install', '--sink', 'otlp', 'two=otlp+json:http://localhost:4318/v1/traces', '--header', 'x=1=2'],
      env,
    );
    const [first, second] = readJson(traced.at('data/trace/config.json')).sinks;
    expect(first).toMatchObject({
      name: 'otlp',
      url: 'https://collector.example.com:4318/v1/traces',
      encoding: 'protobuf',
      gzip: true,
    });
    expect(first.headers).toEqual({ 'api-key': 'a b', 'x-team': 'blue', x: '1=2' });
    expect(second).toMatchObject({
      name: 'two',
      url: 'http://localhost:4318/v1/traces',
      encoding: 'json',
      gzip: false,
    });
  });
});

describe('trace doctor', () => {
  it('proves keys, connection and hooks', async () => {
    const env = { ...KEYS, LANGFUSE_HOST: traced.receiver.url };
    await traced.run(['trace', 'install', '--sink', 'langfuse', `otlp:${traced.receiver.url}`], env);
    expect(await traced.run(['trace', 'doctor'])).toMatchObject({ code: 0 });
    traced.receiver.answer = () => ({ status: 401 });
    const { code, out } = await traced.run(['trace', 'doctor', '--json']);
    expect(code).toBe(1);
    const checks = JSON.parse(out) as { what: string; isOk: boolean }[];
    expect(checks.map(({ what, isOk }) => [what, isOk])).toEqual([
      ['hooks', true],
      ['config', true],
      ['langfuse', false],
      ['otlp', false],
    ]);
    rmSync(traced.at('pkg/dist/trace-hook.cjs'));
    if (process.platform !== 'win32') chmodSync(traced.at('data/trace/config.json'), 0o644);
    const again = await traced.run(['trace', 'doctor']);
    expect(again.out).toContain('is missing; run install again');
    expect(again.out).toContain('other users can read its keys');
  });
});

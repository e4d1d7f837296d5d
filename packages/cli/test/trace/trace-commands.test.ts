import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GrowingProject, mainFilesIn, projectsIn, writesOf } from '../../../trace/test/support/growing-session.js';
import { Receiver } from '../../../trace/test/support/receiver.js';
import { run } from '../../src/program.js';
import { type MemoryIo, memoryIo } from '../support/memory-io.js';

const SESSIONS = resolve(import.meta.dirname, '../../../trace/fixtures/sessions');
let home = '';
let receiver: Receiver;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'unspool-trace-cli-'));
  mkdirSync(join(home, 'pkg/dist'), { recursive: true });
  writeFileSync(join(home, 'pkg/dist/trace-hook.cjs'), '');
  receiver = await new Receiver().start();
});
afterEach(async () => {
  await receiver.stop();
  rmSync(home, { recursive: true, force: true });
});

const world = (env: Record<string, string> = {}): MemoryIo =>
  memoryIo({
    home,
    cwd: join(home, 'work'),
    samples: join(home, 'pkg/samples'),
    env: { UNSPOOL_HOME: join(home, 'data'), ...env },
    now: Date.now(),
  });
async function unspool(args: string[], env: Record<string, string> = {}) {
  const io = world(env);
  const code = await run(args, io);
  return { code, out: io.stdout(), err: io.stderr() };
}
const settings = () => join(home, '.claude/settings.json');
const KEYS = { LANGFUSE_PUBLIC_KEY: 'pk-lf-1', LANGFUSE_SECRET_KEY: 'sk-lf-2' };
const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

function layOut(scenario: string): string {
  const [project = ''] = projectsIn(join(SESSIONS, scenario));
  const growing = new GrowingProject(project, join(home, '.claude'));
  for (const write of writesOf(project)) growing.write(write);
  const old = Date.now() / 1000 - 86_400;
  for (const file of mainFilesIn(growing.folder)) utimesSync(file, old, old);
  return growing.folder;
}

describe('trace install', () => {
  it('keeps nothing of a command that was wrong', async () => {
    const sink = ['--sink', 'file:/tmp/never.jsonl'];
    expect((await unspool(['trace', 'install', '--user', '--project', ...sink])).code).toBe(2);
    mkdirSync(join(home, '.claude'));
    writeFileSync(settings(), '{broken');
    expect((await unspool(['trace', 'install', ...sink])).code).toBe(1);
    expect(readFileSync(settings(), 'utf8')).toBe('{broken');
    expect(readJson(join(home, 'data/trace/config.json')).sinks).toEqual([]);
  });

  it.each(['{"hooks":{"Stop":"say done"}}', '{"hooks":["say done"]}'])(
    'loses no hooks that it cannot read: %s',
    async (text) => {
      mkdirSync(join(home, '.claude'));
      writeFileSync(settings(), text);
      expect(await unspool(['trace', 'install', '--sink', 'file:/tmp/never.jsonl'])).toMatchObject({ code: 1 });
      expect(readFileSync(settings(), 'utf8')).toBe(text);
      const doctor = await unspool(['trace', 'doctor']);
      expect(doctor.out).toContain('bad  hooks: ');
      expect((await unspool(['trace', 'status'])).out).toContain('cannot be read');
    },
  );

  it('keeps the ends of lines as they were', async () => {
    mkdirSync(join(home, '.claude'));
    writeFileSync(settings(), '{\r\n  "model": "opus"\r\n}\r\n');
    expect((await unspool(['trace', 'install', '--sink', `file:${join(home, 'spans.jsonl')}`])).code).toBe(0);
    expect(readFileSync(settings(), 'utf8')).not.toMatch(/[^\r]\n/);
    expect((await unspool(['trace', 'uninstall'])).code).toBe(0);
    expect(readFileSync(settings(), 'utf8')).toBe('{\r\n  "model": "opus"\r\n}\r\n');
  });

  it('takes a name and a password out of an address', async () => {
    const sink = 'otlp:http://jo:p%40ss@127.0.0.1:4318/base/?tenant=1#top';
    const { out } = await unspool(['trace', 'install', '--sink', sink]);
    expect(out).not.toContain('p%40ss');
    expect(readJson(join(home, 'data/trace/config.json')).sinks).toMatchObject([
      {
        url: 'http://127.0.0.1:4318/base/v1/traces?tenant=1',
        headers: { authorization: `Basic ${Buffer.from('jo:p@ss').toString('base64')}` },
      },
    ]);
  });

  it.each([
    ['a folder', ['--sink', `file:${tmpdir()}`], {}],
    ['a file in a file', ['--sink', `file:${join(import.meta.filename, 'spans.jsonl')}`], {}],
    ['an address without http://', ['--sink', 'langfuse'], { ...KEYS, LANGFUSE_HOST: 'cloud.example' }],
    ['keys in an address', ['--sink', 'langfuse:https://a:b@cloud.example'], KEYS],
    ['a header that cannot be sent', ['--sink', 'otlp:http://127.0.0.1:4318', '--header', 'x y=1'], {}],
  ])('refuses %s', async (_, args, env) => {
    expect((await unspool(['trace', 'install', ...args], env)).code).toBe(2);
    expect(existsSync(settings())).toBe(false);
  });

  it('puts hooks beside those of others, once, with a copy of what was there', async () => {
    mkdirSync(join(home, '.claude'));
    const before =
      '{\n    "model": "opus",\n    "hooks": {"Stop": [{"matcher": "", "hooks": [{"type": "command", "command": "say done"}]}]}\n}\n';
    writeFileSync(settings(), before);
    const first = await unspool(['trace', 'install', '--sink', 'langfuse'], { ...KEYS, LANGFUSE_HOST: receiver.url });
    expect(first).toMatchObject({ code: 0 });
    const after = readJson(settings());
    expect(Object.keys(after.hooks)).toEqual(['Stop', 'SubagentStop', 'SessionEnd', 'PreCompact']);
    expect(after.model).toBe('opus');
    expect(after.hooks.Stop[0]).toEqual({ matcher: '', hooks: [{ type: 'command', command: 'say done' }] });
    expect(after.hooks.Stop[1].hooks[0]).toMatchObject({ type: 'command', async: true, timeout: 30 });
    expect(after.hooks.Stop[1].hooks[0].command).toContain(join(home, 'pkg/dist/trace-hook.cjs'));
    expect(after.hooks.SessionEnd[0].hooks[0].async).toBeUndefined();
    const backups = () => readdirSync(join(home, '.claude')).filter((name) => name.includes('before-unspool'));
    expect(backups()).toHaveLength(1);
    expect(readFileSync(join(home, '.claude', backups()[0] ?? ''), 'utf8')).toBe(before);
    expect(readFileSync(settings(), 'utf8')).toContain('\n    "model"');
    const text = readFileSync(settings(), 'utf8');
    await unspool(['trace', 'install'], KEYS);
    expect(readFileSync(settings(), 'utf8')).toBe(text);
    expect(backups()).toHaveLength(1);
    await unspool(['trace', 'uninstall']);
    expect(readJson(settings())).toEqual(JSON.parse(before));
  });

  it('keeps keys where only their owner can read them, and shows them to nobody', async () => {
    const env = { ...KEYS, LANGFUSE_HOST: 'https://langfuse.example.com' };
    const { out, err } = await unspool(['trace', 'install', '--sink', 'langfuse', '--json'], env);
    const file = join(home, 'data/trace/config.json');
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
    const { out: status } = await unspool(['trace', 'status']);
    for (const text of [out, err, status]) expect(text).not.toContain('sk-lf-2');
  });

  it('updates a hook that names another place', async () => {
    await unspool(['trace', 'install', '--sink', 'file:out.jsonl']);
    const moved = readFileSync(settings(), 'utf8').replaceAll('/pkg/dist/', '/old/place/');
    writeFileSync(settings(), moved);
    await unspool(['trace', 'install']);
    const { Stop } = readJson(settings()).hooks;
    expect(Stop).toHaveLength(1);
    expect(Stop[0].hooks[0].command).toContain('/pkg/dist/');
  });

  it('writes into the project on request', async () => {
    await unspool(['trace', 'install', '--project', '--sink', 'file:out.jsonl']);
    expect(existsSync(join(home, 'work/.claude/settings.local.json'))).toBe(true);
    expect(existsSync(settings())).toBe(false);
    await unspool(['trace', 'uninstall', '--project']);
    expect(existsSync(join(home, 'work/.claude/settings.local.json'))).toBe(false);
  });

  it('changes nothing that it cannot read', async () => {
    mkdirSync(join(home, '.claude'));
    writeFileSync(settings(), '{ "model": ');
    expect(await unspool(['trace', 'install', '--sink', 'file:x'])).toMatchObject({ code: 1 });
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
    [['--sink', 'file:x', '--user', '--project'], 2],
    [[], 2],
  ])('says what is wrong with %j', async (args, code) => {
    const result = await unspool(['trace', 'install', ...args]);
    expect(result.code).toBe(code);
    expect(result.err).toMatch(/^error: /);
  });

  it('takes OTLP as OpenTelemetry writes it in the environment', async () => {
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example.com:4318/',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b,x-team=blue',
    };
    await unspool(
      ['trace', 'install', '--sink', 'otlp', 'two=otlp+json:http://localhost:4318/v1/traces', '--header', 'x=1=2'],
      env,
    );
    const [first, second] = readJson(join(home, 'data/trace/config.json')).sinks;
    expect(first).toMatchObject({
      name: 'otlp',
      url: 'https://collector.example.com:4318/v1/traces',
      encoding: 'protobuf',
    });
    expect(first.headers).toEqual({ 'api-key': 'a b', 'x-team': 'blue', x: '1=2' });
    expect(second).toMatchObject({ name: 'two', url: 'http://localhost:4318/v1/traces', encoding: 'json' });
  });
});

describe('trace doctor', () => {
  it('proves keys, connection and hooks', async () => {
    const env = { ...KEYS, LANGFUSE_HOST: receiver.url };
    await unspool(['trace', 'install', '--sink', 'langfuse', `otlp:${receiver.url}`], env);
    expect(await unspool(['trace', 'doctor'])).toMatchObject({ code: 0 });
    receiver.answer = () => ({ status: 401 });
    const { code, out } = await unspool(['trace', 'doctor', '--json']);
    expect(code).toBe(1);
    const checks = JSON.parse(out) as { what: string; isOk: boolean }[];
    expect(checks.map(({ what, isOk }) => [what, isOk])).toEqual([
      ['hooks', true],
      ['config', true],
      ['langfuse', false],
      ['otlp', false],
    ]);
    rmSync(join(home, 'pkg/dist/trace-hook.cjs'));
    if (process.platform !== 'win32') chmodSync(join(home, 'data/trace/config.json'), 0o644);
    const again = await unspool(['trace', 'doctor']);
    expect(again.out).toContain('is gone; run install again');
    expect(again.out).toContain('others can read the keys');
  });
});

describe('trace backfill', () => {
  it('sends everything once, counts first if asked to, and says how far it is', async () => {
    layOut('2.1.325/agent2');
    layOut('2.1.45/par3');
    const sink = ['--sink', `box=otlp:${receiver.url}`];
    const dry = JSON.parse((await unspool(['trace', 'backfill', ...sink, '--dry-run', '--json'])).out);
    expect(dry.spans).toBeGreaterThan(10);
    expect(receiver.requests).toHaveLength(0);
    const sent = JSON.parse((await unspool(['trace', 'backfill', ...sink, '--json'])).out);
    expect(sent).toMatchObject({
      spans: dry.spans,
      turns: dry.turns,
      sinks: [{ name: 'box', sent: dry.spans, isStopped: false }],
    });
    expect(receiver.stored.size).toBe(dry.spans);
    const again = await unspool(['trace', 'backfill', ...sink]);
    expect(again).toMatchObject({ code: 0, out: 'Nothing new to send.\nbox: sent 0 spans\n' });
    expect(receiver.repeated).toBe(0);
    await unspool(['trace', 'install', ...sink]);
    const status = JSON.parse((await unspool(['trace', 'status', '--json'])).out);
    expect(status.sinks[0]).toMatchObject({ name: 'box', sent: dry.spans, queue: { files: 0, bytes: 0 } });
    expect(
      status.sinks[0].sessions.every((session: { offset: number; size: number }) => session.offset === session.size),
    ).toBe(true);
  });

  it('takes only what is asked for', async () => {
    layOut('2.1.325/agent2');
    layOut('2.1.45/par3');
    const count = async (...args: string[]) =>
      JSON.parse((await unspool(['trace', 'backfill', '--sink', 'file:x', '--dry-run', '--json', ...args])).out).turns;
    const all = await count();
    const one = await count('--project', 'par3');
    expect(one).toBeGreaterThan(0);
    expect(one).toBeLessThan(all);
    expect(await count('--since', '2h')).toBe(0);
    expect((await unspool(['trace', 'backfill', '--sink', 'file:x', '--since', 'soon'])).code).toBe(2);
  });

  it('keeps in the queue what a backend does not take, and tells', async () => {
    layOut('2.1.45/par3');
    receiver.answer = () => ({ status: 401, body: 'no such key' });
    const { code, err } = await unspool(['trace', 'backfill', '--sink', `otlp:${receiver.url}`]);
    expect(code).toBe(1);
    expect(err).toContain('HTTP 401: no such key');
    expect(err).toContain('waits in the queue');
    receiver.answer = () => ({ status: 200 });
    expect((await unspool(['trace', 'backfill', '--sink', `otlp:${receiver.url}`])).code).toBe(0);
    expect(receiver.stored.size).toBeGreaterThan(3);
  });

  it('leaves out words on request', async () => {
    layOut('2.1.45/par3');
    await unspool(['trace', 'backfill', '--sink', `otlp:${receiver.url}`, '--content', 'none']);
    const all = JSON.stringify([...receiver.stored.values()]);
    expect(all).not.toContain('Running three');
    expect(all).toContain('gen_ai.usage.output_tokens');
  });
});

describe('trace sink remove', () => {
  const files = () =>
    readdirSync(join(home, 'data/trace'), { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile() && !each.parentPath.includes('locks'))
      .map((each) => each.name);

  it('takes a sink out with all that is known of it, and leaves the others alone', async () => {
    layOut('2.1.45/par3');
    const kept = join(home, 'kept.jsonl');
    const sinks = ['--sink', `box=otlp:${receiver.url}`, '--sink', `kept=file:${kept}`];
    await unspool(['trace', 'install', ...sinks]);
    expect((await unspool(['trace', 'backfill'])).code).toBe(0);
    const before = receiver.stored.size;
    const text = readFileSync(kept, 'utf8');
    const { code, out } = await unspool(['trace', 'sink', 'remove', 'box', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({ removed: 'box', left: ['kept'] });
    expect(files().filter((name) => name.includes('box'))).toEqual([]);
    expect(files().filter((name) => name.includes('kept')).length).toBeGreaterThan(1);
    const status = JSON.parse((await unspool(['trace', 'status', '--json'])).out);
    expect(status.sinks.map((sink: { name: string }) => sink.name)).toEqual(['kept']);
    await unspool(['trace', 'backfill']);
    expect(readFileSync(kept, 'utf8')).toBe(text);
    // A new one of that name gets everything, and it is the same.
    await unspool(['trace', 'backfill', '--sink', `box=otlp:${receiver.url}`]);
    expect(receiver.stored.size).toBe(before);
    expect(receiver.repeated).toBe(before);
  });

  it('deletes what waits only on request', async () => {
    layOut('2.1.45/par3');
    receiver.answer = () => ({ status: 401, body: 'no such key' });
    await unspool(['trace', 'install', '--sink', `otlp:${receiver.url}`]);
    await unspool(['trace', 'backfill']);
    const refused = await unspool(['trace', 'sink', 'remove', 'otlp']);
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('still wait');
    expect(JSON.parse((await unspool(['trace', 'status', '--json'])).out).sinks).toHaveLength(1);
    const removed = await unspool(['trace', 'sink', 'remove', 'otlp', '--force']);
    expect(removed.code).toBe(0);
    expect(removed.out).toContain('unspool trace uninstall');
    expect(files().filter((name) => name.endsWith('.jsonl') && name.includes('_'))).toEqual([]);
  });

  it('names those that there are', async () => {
    expect((await unspool(['trace', 'sink', 'remove', 'box'])).err).toContain('None is set up');
    await unspool(['trace', 'install', '--sink', 'file:x.jsonl']);
    const { code, err } = await unspool(['trace', 'sink', 'remove', 'box']);
    expect(code).toBe(1);
    expect(err).toContain('There is: file');
    await unspool(['trace', 'install', '--sink', 'langfuse'], KEYS);
    await unspool(['trace', 'sink', 'remove', 'file']);
    const { out } = await unspool(['trace', 'sink', 'remove', 'langfuse'], KEYS);
    expect(out).toContain('LANGFUSE_');
    expect(readFileSync(join(home, 'data/trace/config.json'), 'utf8')).not.toContain('sk-lf-2');
  });
});

describe('a sink that leads elsewhere than before', () => {
  const sent = async (...args: string[]) =>
    JSON.parse((await unspool(['trace', 'backfill', '--json', ...args])).out).spans as number;

  it('gets everything there, and counts so before', async () => {
    layOut('2.1.45/par3');
    const other = await new Receiver().start();
    await unspool(['trace', 'install', '--sink', 'langfuse'], { ...KEYS, LANGFUSE_HOST: receiver.url });
    const all = await sent();
    expect(all).toBeGreaterThan(3);
    expect(await sent()).toBe(0);
    const moved = await unspool(['trace', 'install', '--sink', 'langfuse'], { ...KEYS, LANGFUSE_HOST: other.url });
    expect(moved.err).toContain('nothing counts as sent there');
    expect(await sent()).toBe(all);
    expect(other.stored.size).toBe(all);
    // Another project of the same host has another key.
    const keys = { ...KEYS, LANGFUSE_PUBLIC_KEY: 'pk-lf-3', LANGFUSE_HOST: other.url };
    await unspool(['trace', 'install', '--sink', 'langfuse'], keys);
    expect(await sent('--dry-run')).toBe(all);
    expect((await unspool(['trace', 'install', '--sink', 'langfuse'], keys)).err).toBe('');
    await other.stop();
  });

  it('has a cursor of its own for each place that a backfill names', async () => {
    layOut('2.1.45/par3');
    const [one, two] = [join(home, 'one.jsonl'), join(home, 'two.jsonl')];
    const all = await sent('--sink', `file:${one}`);
    expect(await sent('--sink', `file:${two}`, '--dry-run')).toBe(all);
    expect(await sent('--sink', `file:${two}`)).toBe(all);
    expect(readFileSync(two, 'utf8')).toBe(readFileSync(one, 'utf8'));
    expect([await sent('--sink', `file:${one}`), await sent('--sink', `file:${two}`)]).toEqual([0, 0]);
  });

  it('does not take the cursor of one that is set up', async () => {
    layOut('2.1.45/par3');
    await unspool(['trace', 'install', '--sink', `file:${join(home, 'one.jsonl')}`, '--sink', 'box=file:box.jsonl']);
    const all = await sent('--sink', `file:${join(home, 'two.jsonl')}`);
    expect(all).toBeGreaterThan(3);
    expect(await sent('--sink', 'file')).toBe(all);
    expect(await sent('--sink', 'file')).toBe(0);
    const { code, err } = await unspool(['trace', 'backfill', '--sink', 'box=file:other.jsonl']);
    expect(code).toBe(2);
    expect(err).toContain('box is set up for');
  });
});

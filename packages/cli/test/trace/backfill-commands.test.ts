import { appendFileSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SEND_STALE_MS, sendLock } from '../../../trace/src/queue/drain.js';
import { queuedFiles } from '../../../trace/src/queue/queue-files.js';
import { tryLock } from '../../../trace/src/state/lock.js';
import { traceFolderIn } from '../../../trace/src/state/trace-folder.js';
import { Receiver } from '../../../trace/test/support/receiver.js';
import { KEYS, TracedHome } from './traced-home.js';

const traced = new TracedHome();

describe('trace backfill', () => {
  it('sends everything once, counts first if asked to, and says how far it is', async () => {
    traced.layOut('2.1.325/agent2');
    traced.layOut('2.1.45/par3');
    const sink = ['--sink', `box=otlp:${traced.receiver.url}`];
    const dry = JSON.parse((await traced.run(['trace', 'backfill', ...sink, '--dry-run', '--json'])).out);
    expect(dry.spans).toBeGreaterThan(10);
    expect(traced.receiver.requests).toHaveLength(0);
    const sent = JSON.parse((await traced.run(['trace', 'backfill', ...sink, '--json'])).out);
    expect(sent).toMatchObject({
      spans: dry.spans,
      turns: dry.turns,
      sinks: [{ name: 'box', sent: dry.spans, isStopped: false }],
    });
    expect(traced.receiver.stored.size).toBe(dry.spans);
    const again = await traced.run(['trace', 'backfill', ...sink]);
    expect(again).toMatchObject({ code: 0, out: 'Nothing new to send.\nbox: sent 0 spans\n' });
    expect(traced.receiver.repeated).toBe(0);
    await traced.run(['trace', 'install', ...sink]);
    const status = JSON.parse((await traced.run(['trace', 'status', '--json'])).out);
    expect(status.sinks[0]).toMatchObject({ name: 'box', sent: dry.spans, queue: { files: 0, bytes: 0 } });
    expect(
      status.sinks[0].sessions.every((session: { offset: number; size: number }) => session.offset === session.size),
    ).toBe(true);
  });

  it('counts what is new once, however many sinks get it', async () => {
    traced.layOut('2.1.45/par3');
    const to = (name: string) => ['--sink', `${name}=file:${traced.at(`${name}.jsonl`)}`];
    const backfill = (...args: string[]) => traced.run(['trace', 'backfill', ...args]);
    const [, what = ''] = /^Would send (.* session)\.\n/.exec((await backfill(...to('one'), '--dry-run')).out) ?? [];
    const [spans = ''] = /^\d+ spans/.exec(what) ?? [];
    expect((await backfill(...to('one'), ...to('two'), '--dry-run')).out).toBe(`Would send ${what}.\n`);
    await backfill(...to('one'));
    expect((await backfill(...to('one'), ...to('two'), ...to('three'))).out).toBe(
      `New: ${what}.\none: sent 0 spans\ntwo: sent ${spans}\nthree: sent ${spans}\n`,
    );
  });

  it('says that a turn at work is left for later', async () => {
    const folder = traced.layOut('2.1.325/multiturn');
    const file = join(folder, readdirSync(folder).find((name) => name.endsWith('.jsonl')) ?? '');
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    const end = lines.findLastIndex((line) => line.includes('"type":"assistant"'));
    const reply = JSON.parse(lines[end] ?? '');
    const more = { ...reply, uuid: reply.uuid.replace(/^./, 'f'), parentUuid: reply.uuid };
    const call = { type: 'tool_use', id: 'toolu_open', name: 'Bash', input: {} };
    more.message = { ...reply.message, id: 'msg_open', content: [call], stop_reason: 'tool_use' };
    appendFileSync(file, `${JSON.stringify(more)}\n`);
    const backfill = ['trace', 'backfill', '--sink', `box=otlp:${traced.receiver.url}`];
    const result = 'Not finished: a turn in 1 session. A later hook or backfill sends it.\n';
    expect((await traced.run([...backfill, '--dry-run'])).out).toContain(result);
    expect((await traced.run(backfill)).out).toContain(result);
    const before = traced.receiver.stored.size;
    utimesSync(file, Date.now() / 1000 - 90_000, Date.now() / 1000 - 90_000);
    expect((await traced.run(backfill)).out).not.toContain('Still at work');
    expect(traced.receiver.stored.size).toBeGreaterThan(before);
  });

  it('takes only what is asked for', async () => {
    traced.layOut('2.1.325/agent2');
    traced.layOut('2.1.45/par3');
    const count = async (...args: string[]) =>
      JSON.parse((await traced.run(['trace', 'backfill', '--sink', 'file:x', '--dry-run', '--json', ...args])).out)
        .turns;
    const all = await count();
    const one = await count('--project', 'par3');
    expect(one).toBeGreaterThan(0);
    expect(one).toBeLessThan(all);
    expect(await count('--since', '2h')).toBe(0);
    expect((await traced.run(['trace', 'backfill', '--sink', 'file:x', '--since', 'soon'])).code).toBe(2);
  });

  it('reports what waits in a queue that another process is sending', async () => {
    traced.layOut('2.1.45/par3');
    const backfill = ['trace', 'backfill', '--sink', `box=otlp:${traced.receiver.url}`];
    const folder = traceFolderIn(traced.at('data'));
    const lock = tryLock(sendLock(folder, 'box'), { staleMs: SEND_STALE_MS, now: Date.now });
    const { code, err } = await traced.run(backfill);
    expect([code, err]).toEqual([1, 'box: another process is sending\n  The rest waits in the queue.\n']);
    expect(queuedFiles(folder.queue('box'))).not.toEqual([]);
    lock?.release();
    expect(await traced.run(backfill)).toMatchObject({ code: 0, err: '' });
    expect(queuedFiles(folder.queue('box'))).toEqual([]);
  });

  it('keeps what a backend rejects in the queue, and reports it', async () => {
    traced.layOut('2.1.45/par3');
    traced.receiver.answer = () => ({ status: 401, body: 'no such key' });
    const { code, err } = await traced.run(['trace', 'backfill', '--sink', `otlp:${traced.receiver.url}`]);
    expect(code).toBe(1);
    expect(err).toContain('HTTP 401: no such key');
    expect(err).toContain('waits in the queue');
    traced.receiver.answer = () => ({ status: 200 });
    expect((await traced.run(['trace', 'backfill', '--sink', `otlp:${traced.receiver.url}`])).code).toBe(0);
    expect(traced.receiver.stored.size).toBeGreaterThan(3);
  });

  it('leaves out words on request', async () => {
    traced.layOut('2.1.45/par3');
    await traced.run(['trace', 'backfill', '--sink', `otlp:${traced.receiver.url}`, '--content', 'none']);
    const all = JSON.stringify([...traced.receiver.stored.values()]);
    expect(all).not.toContain('Running three');
    expect(all).toContain('gen_ai.usage.output_tokens');
  });
});

describe('trace sink remove', () => {
  const files = () =>
    readdirSync(traced.at('data/trace'), { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile() && !each.parentPath.includes('locks'))
      .map((each) => each.name);

  it('takes a sink out with all that is known of it, and leaves the others alone', async () => {
    traced.layOut('2.1.45/par3');
    const kept = traced.at('kept.jsonl');
    const sinks = ['--sink', `box=otlp:${traced.receiver.url}`, '--sink', `kept=file:${kept}`];
    await traced.run(['trace', 'install', ...sinks]);
    expect((await traced.run(['trace', 'backfill'])).code).toBe(0);
    const before = traced.receiver.stored.size;
    const text = readFileSync(kept, 'utf8');
    const { code, out } = await traced.run(['trace', 'sink', 'remove', 'box', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({ removed: 'box', left: ['kept'] });
    expect(files().filter((name) => name.includes('box'))).toEqual([]);
    expect(files().filter((name) => name.includes('kept')).length).toBeGreaterThan(1);
    const status = JSON.parse((await traced.run(['trace', 'status', '--json'])).out);
    expect(status.sinks.map((sink: { name: string }) => sink.name)).toEqual(['kept']);
    await traced.run(['trace', 'backfill']);
    expect(readFileSync(kept, 'utf8')).toBe(text);
    // A new one of that name gets everything, and it is the same.
    await traced.run(['trace', 'backfill', '--sink', `box=otlp:${traced.receiver.url}`]);
    expect(traced.receiver.stored.size).toBe(before);
    expect(traced.receiver.repeated).toBe(before);
  });

  it('deletes what waits only on request', async () => {
    traced.layOut('2.1.45/par3');
    traced.receiver.answer = () => ({ status: 401, body: 'no such key' });
    await traced.run(['trace', 'install', '--sink', `otlp:${traced.receiver.url}`]);
    await traced.run(['trace', 'backfill']);
    const refused = await traced.run(['trace', 'sink', 'remove', 'otlp']);
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('still wait');
    expect(JSON.parse((await traced.run(['trace', 'status', '--json'])).out).sinks).toHaveLength(1);
    const removed = await traced.run(['trace', 'sink', 'remove', 'otlp', '--force']);
    expect(removed.code).toBe(0);
    expect(removed.out).toContain('unspool trace uninstall');
    expect(files().filter((name) => name.endsWith('.jsonl') && name.includes('_'))).toEqual([]);
  });

  it('names those that there are', async () => {
    expect((await traced.run(['trace', 'sink', 'remove', 'box'])).err).toContain('No sink is set up');
    await traced.run(['trace', 'install', '--sink', 'file:x.jsonl']);
    const { code, err } = await traced.run(['trace', 'sink', 'remove', 'box']);
    expect(code).toBe(1);
    expect(err).toContain('The sinks are: file');
    await traced.run(['trace', 'install', '--sink', 'langfuse'], KEYS);
    await traced.run(['trace', 'sink', 'remove', 'file']);
    const { out } = await traced.run(['trace', 'sink', 'remove', 'langfuse'], KEYS);
    expect(out).toContain('LANGFUSE_');
    expect(readFileSync(traced.at('data/trace/config.json'), 'utf8')).not.toContain('sk-lf-2');
  });
});

describe('a sink that leads elsewhere than before', () => {
  const sent = async (...args: string[]) =>
    JSON.parse((await traced.run(['trace', 'backfill', '--json', ...args])).out).spans as number;

  it('sends everything, as --dry-run had counted', async () => {
    traced.layOut('2.1.45/par3');
    const other = await new Receiver().start();
    await traced.run(['trace', 'install', '--sink', 'langfuse'], { ...KEYS, LANGFUSE_HOST: traced.receiver.url });
    const all = await sent();
    expect(all).toBeGreaterThan(3);
    expect(await sent()).toBe(0);
    const moved = await traced.run(['trace', 'install', '--sink', 'langfuse'], { ...KEYS, LANGFUSE_HOST: other.url });
    expect(moved.err).toContain('nothing counts as sent there');
    expect(await sent()).toBe(all);
    expect(other.stored.size).toBe(all);
    // Another project of the same host has another key.
    const keys = { ...KEYS, LANGFUSE_PUBLIC_KEY: 'pk-lf-3', LANGFUSE_HOST: other.url };
    await traced.run(['trace', 'install', '--sink', 'langfuse'], keys);
    expect(await sent('--dry-run')).toBe(all);
    expect((await traced.run(['trace', 'install', '--sink', 'langfuse'], keys)).err).toBe('');
    await other.stop();
  });

  it('has a cursor of its own for each place that a backfill names', async () => {
    traced.layOut('2.1.45/par3');
    const [one, two] = [traced.at('one.jsonl'), traced.at('two.jsonl')];
    const all = await sent('--sink', `file:${one}`);
    expect(await sent('--sink', `file:${two}`, '--dry-run')).toBe(all);
    expect(await sent('--sink', `file:${two}`)).toBe(all);
    expect(readFileSync(two, 'utf8')).toBe(readFileSync(one, 'utf8'));
    expect([await sent('--sink', `file:${one}`), await sent('--sink', `file:${two}`)]).toEqual([0, 0]);
  });

  it('does not take the cursor of one that is set up', async () => {
    traced.layOut('2.1.45/par3');
    await traced.run(['trace', 'install', '--sink', `file:${traced.at('one.jsonl')}`, '--sink', 'box=file:box.jsonl']);
    const all = await sent('--sink', `file:${traced.at('two.jsonl')}`);
    expect(all).toBeGreaterThan(3);
    expect(await sent('--sink', 'file')).toBe(all);
    expect(await sent('--sink', 'file')).toBe(0);
    const { code, err } = await traced.run(['trace', 'backfill', '--sink', 'box=file:other.jsonl']);
    expect(code).toBe(2);
    expect(err).toContain('box is set up for');
  });
});

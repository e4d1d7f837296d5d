import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Receiver } from '../../../trace/test/support/receiver.js';
import { widthOf } from '../../src/terminal/width.js';
import { TraceHome } from './trace-home.js';

let machine: TraceHome;
let receiver: Receiver;
beforeEach(async () => {
  machine = new TraceHome();
  receiver = await new Receiver().start();
});
afterEach(async () => {
  await receiver.stop();
  machine.remove();
});

const toFile = () => ['--sink', `file:${join(machine.home, 'spans.jsonl')}`];

describe('more than a command asks for', () => {
  it.each([
    ['install', 'now'],
    ['uninstall', 'now'],
    ['status', 'extra'],
    ['doctor', 'extra'],
    ['backfill', 'last'],
    ['show', 'last', 'more'],
    ['sink', 'remove', 'a', 'b'],
  ])('is refused: trace %s %s', async (...args) => {
    machine.layOut('2.1.325/multiturn');
    const { code, err } = await machine.run(['trace', ...args]);
    expect([code, err]).toEqual([2, expect.stringContaining('too many arguments for unspool trace')]);
  });

  it('sends nothing', async () => {
    machine.layOut('2.1.325/multiturn');
    const { code } = await machine.run(['trace', 'backfill', 'last', '--sink', `otlp:${receiver.url}`]);
    expect(code).toBe(2);
    expect(receiver.requests).toEqual([]);
  });
});

describe('a sink that is not set up', () => {
  it('is in status after a backfill, with what it refused', async () => {
    machine.layOut('2.1.325/multiturn');
    receiver.answer = () => ({
      status: 200,
      body: '{"partialSuccess":{"rejectedSpans":"2","errorMessage":"too old"}}',
    });
    const backfill = ['trace', 'backfill', '--sink', `box=otlp:${receiver.url}`];
    const { code, err } = await machine.run(backfill);
    expect([code, err]).toEqual([1, expect.stringContaining('box: 2 spans refused')]);
    const { out } = await machine.run(['trace', 'status']);
    expect(out).toContain(`box  ${receiver.url}/v1/traces (json)  (not set up: only a backfill sends there)`);
    expect(out).toContain('refused   2 spans\n');
    expect(out).toContain('2 spans were rejected: too old');
    const { sinks } = JSON.parse((await machine.run(['trace', 'status', '--json'])).out);
    expect(sinks).toMatchObject([{ name: 'box', type: null, isSetUp: false, rejected: 2, rejectedFile: null }]);
    expect(sinks[0].sent).toBe(receiver.stored.size - 2);
    await machine.run(['trace', 'sink', 'remove', 'box']);
    expect((await machine.run(['trace', 'status'])).out).not.toContain('box');
  });

  it('is not what a killed process left', async () => {
    machine.layOut('2.1.325/multiturn');
    await machine.run(['trace', 'backfill', ...toFile()]);
    for (const name of ['file.json.4711.part', '.file.json.4711-0.tmp', '.file.json.4711-0.json'])
      writeFileSync(join(machine.home, 'data/trace/sinks', name), '{"sent":1');
    const { sinks } = JSON.parse((await machine.run(['trace', 'status', '--json'])).out);
    expect(sinks.map((sink: { name: string }) => sink.name)).toEqual(['file']);
    const { err } = await machine.run(['trace', 'sink', 'remove', 'box']);
    expect(err).toContain('The sinks are: file\n');
  });
});

describe('a header', () => {
  it.each(['x=\x01secret', 'x=\x7fsecret', 'x=漢secret'])(
    'that cannot be sent is refused, its value not shown: %j',
    async (header) => {
      const { code, err } = await machine.run([
        'trace',
        'install',
        '--sink',
        'otlp:http://127.0.0.1:4318',
        '--header',
        header,
      ]);
      expect([code, err]).toEqual([2, expect.stringContaining('"x=…" is not a header.')]);
    },
  );

  it('that a backfill would send nowhere is refused', async () => {
    machine.layOut('2.1.325/multiturn');
    await machine.run(['trace', 'install', '--sink', `otlp:${receiver.url}`]);
    for (const sink of [[], ['--sink', 'otlp'], toFile()]) {
      const { code, err } = await machine.run(['trace', 'backfill', ...sink, '--header', 'x=1']);
      expect([code, err]).toEqual([2, expect.stringContaining('--header needs an OTLP sink')]);
    }
    const { code } = await machine.run(['trace', 'backfill', '--sink', `o=otlp:${receiver.url}`, '--header', 'x=1']);
    expect([code, receiver.requests[0]?.headers['x']]).toEqual([0, '1']);
  });

  it.each([
    'connection=close',
    'content-length=3',
    'Host=there',
    'transfer-encoding=chunked',
    'Content-Type=text/plain',
  ])('that says how a request is sent is refused: %s', async (header) => {
    machine.layOut('2.1.325/multiturn');
    for (const command of ['install', 'backfill']) {
      const { code, err } = await machine.run(['trace', command, '--sink', `otlp:${receiver.url}`, '--header', header]);
      expect([code, err]).toEqual([
        2,
        expect.stringMatching(/Unspool sets the header "[a-z-]+" itself\.\n.*\n {2}Leave/),
      ]);
    }
    expect(receiver.requests).toEqual([]);
  });

  it('of that kind in a configuration written by hand is reported by every command that sends', async () => {
    machine.layOut('2.1.325/multiturn');
    await machine.run(['trace', 'install', '--sink', `otlp:${receiver.url}`, '--header', 'x=1']);
    const file = join(machine.home, 'data/trace/config.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"x":"1"', '"Transfer-Encoding":"chunked"'));
    for (const command of ['doctor', 'status', 'backfill', 'install']) {
      const { code, err } = await machine.run(['trace', command]);
      expect([code, err]).toEqual([1, expect.stringContaining('the sink otlp has a header "Transfer-Encoding"')]);
      expect(err).toContain(`Correct or delete ${file}`);
    }
    expect(receiver.requests).toEqual([]);
  });

  it('that does not exist is reported by doctor', async () => {
    const { code, out } = await machine.run(['trace', 'doctor']);
    const file = join(machine.home, 'data/trace/config.json');
    expect([code, out]).toEqual([1, expect.stringContaining(`config: ${file} does not exist\n`)]);
  });
});

describe('a backfill says', () => {
  it('what was new, and what only waited', async () => {
    machine.layOut('2.1.325/multiturn');
    const backfill = ['trace', 'backfill', '--sink', `box=otlp:${receiver.url}`];
    receiver.answer = () => ({ status: 503, headers: { 'retry-after': '0' } });
    const first = await machine.run(backfill);
    expect(first).toMatchObject({ code: 1, out: expect.stringMatching(/^New: \d+ spans .*\nbox: sent 0 spans\n$/) });
    receiver.answer = () => ({ status: 200, body: '{}' });
    const { out } = await machine.run(backfill);
    expect(out).toMatch(/^Nothing new to send\.\nbox: sent \d+ spans, all of them from the queue\n$/);
  });

  it('that no project matches', async () => {
    machine.layOut('2.1.325/multiturn');
    const { code, err } = await machine.run(['trace', 'backfill', ...toFile(), '--project', 'nope']);
    expect([code, err]).toEqual([1, expect.stringContaining('There is no project "nope"')]);
  });

  it('that there is nothing to send: a folder of a session that was never begun is none', async () => {
    mkdirSync(join(machine.home, '.claude/projects/-home-dev-app', randomUUID(), 'tool-results'), { recursive: true });
    const { code, err } = await machine.run(['trace', 'backfill', ...toFile()]);
    expect([code, err]).toEqual([1, expect.stringContaining('There are no sessions in')]);
  });

  it('that a day is not in the calendar', async () => {
    machine.layOut('2.1.325/multiturn');
    expect(await machine.run(['trace', 'backfill', ...toFile(), '--since', '2026-02-30'])).toMatchObject({ code: 2 });
  });
});

describe('sinks', () => {
  it.each(['install', 'backfill'])('with one name are refused by %s', async (command) => {
    machine.layOut('2.1.325/multiturn');
    const { code, err } = await machine.run(['trace', command, '--sink', 'file:a.jsonl', '--sink', 'file:b.jsonl']);
    expect([code, err]).toEqual([2, expect.stringContaining('Two sinks have the name "file"')]);
  });

  it.each(['con', 'NUL', 'aux', 'prn', 'com1', 'lpt9', '-a', 'a'.repeat(42), 'a.', 'a ', ''])(
    'are not given a name that no file could have everywhere: %j',
    async (name) => {
      machine.layOut('2.1.325/multiturn');
      for (const command of ['install', 'backfill']) {
        const { code, err } = await machine.run(['trace', command, '--sink', `${name}=file:a.jsonl`]);
        expect([code, err]).toEqual([2, expect.stringMatching(/cannot be the name of a sink|is not a sink/)]);
      }
      expect(existsSync(join(machine.home, 'data/trace/sinks'))).toBe(false);
    },
  );

  it.each(['console', 'com', 'lpt', 'nul-1', 'com10'])('may be called %s', async (name) => {
    expect(await machine.run(['trace', 'install', '--sink', `${name}=file:a.jsonl`])).toMatchObject({ code: 0 });
  });

  it.skipIf(process.platform === 'win32').each([
    ['the same path', 'x.jsonl', 'x.jsonl'],
    ['another spelling', 'x.jsonl', '../work/./x.jsonl'],
    ['a link', 'x.jsonl', 'link.jsonl'],
    ['a link to nothing yet', 'new.jsonl', 'new-link.jsonl'],
    ['a second name', 'x.jsonl', 'hard.jsonl'],
    ['a linked folder', 'x.jsonl', 'folder/x.jsonl'],
    ['a linked folder, and nothing there yet', 'new/new.jsonl', 'folder/new/new.jsonl'],
  ])('of one file are refused, at once and later: %s', async (_, one, two) => {
    machine.layOut('2.1.325/multiturn');
    const work = join(machine.home, 'work');
    mkdirSync(work);
    writeFileSync(join(work, 'x.jsonl'), '');
    symlinkSync('x.jsonl', join(work, 'link.jsonl'));
    symlinkSync('new.jsonl', join(work, 'new-link.jsonl'));
    linkSync(join(work, 'x.jsonl'), join(work, 'hard.jsonl'));
    symlinkSync('.', join(work, 'folder'));
    const err = `error: Two sinks write to the file ${join(work, two)}.\n  Name it once.\n`;
    const both = ['--sink', `a=file:${one}`, '--sink', `b=file:${two}`];
    for (const command of ['install', 'backfill'])
      expect(await machine.run(['trace', command, ...both])).toEqual({ code: 2, out: '', err });
    expect(await machine.run(['trace', 'install', '--sink', `a=file:${one}`])).toMatchObject({ code: 0 });
    expect(await machine.run(['trace', 'install', '--sink', `b=file:${two}`])).toEqual({ code: 2, out: '', err });
    expect(await machine.run(['trace', 'install', '--sink', 'b=file:other.jsonl'])).toMatchObject({ code: 0 });
    // One can be led elsewhere, and be set up again as it was.
    expect(await machine.run(['trace', 'install', '--sink', `a=file:${two}`])).toMatchObject({ code: 0 });
  });

  it.skipIf(process.platform === 'win32')(
    'that were set up for one file are told by a backfill, with what to do',
    async () => {
      machine.layOut('2.1.325/multiturn');
      await machine.run(['trace', 'install', '--sink', 'a=file:x.jsonl', '--sink', 'b=file:y.jsonl']);
      mkdirSync(join(machine.home, 'work'));
      symlinkSync('x.jsonl', join(machine.home, 'work/y.jsonl'));
      const { code, err } = await machine.run(['trace', 'backfill']);
      expect([code, err]).toEqual([
        2,
        expect.stringMatching(/^error: Two sinks write to .*\n {2}Remove one of them: /),
      ]);
      await machine.run(['trace', 'sink', 'remove', 'b']);
      expect(await machine.run(['trace', 'backfill'])).toMatchObject({ code: 0 });
    },
  );

  it.skipIf(process.platform === 'win32')('that are pipes are refused, and reported by doctor', async () => {
    machine.layOut('2.1.325/multiturn');
    const path = join(machine.home, 'pipe');
    await machine.run(['trace', 'install', '--sink', `file:${path}`]);
    execFileSync('mkfifo', [path]);
    const result = `${path} is a pipe, not a file that can be appended to`;
    for (const command of ['install', 'backfill']) {
      const { code, err } = await machine.run(['trace', command, '--sink', `file:${path}`]);
      expect([code, err]).toEqual([2, `error: ${result}.\n  Name a file: file:PATH\n`]);
    }
    expect(await machine.run(['trace', 'doctor'])).toMatchObject({ code: 1, out: expect.stringContaining(result) });
    expect(await machine.run(['trace', 'backfill'])).toMatchObject({ code: 1, err: expect.stringContaining(result) });
  });

  it('over gRPC are refused, unless the address is given', async () => {
    const env = { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url };
    const { code, err } = await machine.run(['trace', 'install', '--sink', 'otlp'], env);
    expect([code, err]).toEqual([2, expect.stringContaining('gRPC is not supported')]);
    expect(await machine.run(['trace', 'install', '--sink', `otlp:${receiver.url}`], env)).toMatchObject({ code: 0 });
  });
});

describe('a file where a folder is needed', () => {
  it.each(['packs', 'traces', 'traces/file', 'queue/file', 'state'])(
    'is told before anything is sent: %s',
    async (name) => {
      machine.layOut('2.1.325/multiturn');
      const path = join(machine.home, 'data/trace', name);
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(path, '');
      const err = `error: ${path} cannot be used.\n  It is not a folder.\n  Move it away, then try again.\n`;
      for (const args of [['backfill'], ['backfill', '-n'], ['install']])
        expect(await machine.run(['trace', ...args, ...toFile()])).toEqual({ code: 1, out: '', err });
      expect(existsSync(join(machine.home, 'spans.jsonl'))).toBe(false);
      rmSync(path);
      await machine.run(['trace', 'install', ...toFile()]);
      expect(await machine.run(['trace', 'doctor'])).toMatchObject({ code: 0 });
      rmSync(path, { recursive: true, force: true });
      writeFileSync(path, '');
      const { out } = await machine.run(['trace', 'doctor']);
      expect(out).toContain(`bad  data: ${path} cannot be used`);
    },
  );
});

describe('commands that only read', () => {
  it.each([
    ['status', 0],
    ['doctor', 1],
    ['show last', 0],
    ['backfill -n --sink file:x', 0],
    ['sink remove x', 1],
  ])('writes nothing: %s', async (args, code) => {
    machine.layOut('2.1.325/multiturn');
    expect(await machine.run(['trace', ...args.split(' ')])).toMatchObject({ code });
    expect(existsSync(join(machine.home, 'data'))).toBe(false);
  });
});

describe('doctor', () => {
  it.each(['.claude/settings.json', 'work/.claude/settings.json', 'work/.claude/settings.local.json'])(
    'sees that hooks are switched off in %s',
    async (path) => {
      await machine.run(['trace', 'install', ...toFile()]);
      expect(await machine.run(['trace', 'doctor'])).toMatchObject({ code: 0 });
      const file = join(machine.home, path);
      mkdirSync(join(file, '..'), { recursive: true });
      writeFileSync(file, '{"disableAllHooks":true}');
      if (path === '.claude/settings.json') await machine.run(['trace', 'install', ...toFile()]);
      const { code, out } = await machine.run(['trace', 'doctor']);
      expect([code, out]).toEqual([1, expect.stringContaining(`bad  hooks: the client runs no hooks: ${file}`)]);
      const { out: atHome } = await machine.run(['trace', 'doctor'], {}, { cwd: machine.home });
      if (path === '.claude/settings.json') expect(atHome.match(/the client runs no hooks/g)).toHaveLength(1);
    },
  );
});

describe('settings', () => {
  it.skipIf(process.platform === 'win32')('reports settings that are a pipe, and does not wait for them', async () => {
    mkdirSync(join(machine.home, '.claude'), { recursive: true });
    execFileSync('mkfifo', [join(machine.home, '.claude', 'settings.json')]);
    const { code, err } = await machine.run(['trace', 'install', ...toFile()]);
    expect([code, err]).toEqual([1, expect.stringContaining('settings.json cannot be read: it is a pipe')]);
  });
});

describe('show', () => {
  it('reports a configuration that cannot be read', async () => {
    machine.layOut('2.1.325/multiturn');
    mkdirSync(join(machine.home, 'data/trace'), { recursive: true });
    writeFileSync(join(machine.home, 'data/trace/config.json'), '{broken');
    const { code, err } = await machine.run(['trace', 'show', 'last']);
    expect([code, err]).toEqual([1, expect.stringMatching(/cannot be used: it is not JSON\n {2}Correct or delete/)]);
  });

  it('refuses a file that is not a session, and accepts an empty one', async () => {
    const file = join(machine.home, 'passwd');
    writeFileSync(file, 'root:x:0:0:root\nhome:y\n');
    const { code, err } = await machine.run(['trace', 'show', file]);
    expect([code, err]).toEqual([1, expect.stringContaining('is not a session')]);
    writeFileSync(file, '');
    expect((await machine.run(['trace', 'show', file])).code).toBe(0);
  });

  it.each([20, 30, 35, 40, 50, 58, 60, 61, 71, 72, 80, 120])(
    'fits into %i columns, also in a pipe',
    async (columns) => {
      machine.layOut('2.1.325/agent2');
      const onTerminal = await machine.run(['trace', 'show', 'last'], {}, { columns });
      const inPipe = await machine.run(['trace', 'show', 'last'], { COLUMNS: String(columns) });
      expect(inPipe.out).toBe(onTerminal.out);
      for (const line of inPipe.out.split('\n').slice(0, -2)) expect(widthOf(line), line).toBeLessThanOrEqual(columns);
    },
  );
});

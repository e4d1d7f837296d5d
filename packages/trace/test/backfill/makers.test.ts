import { appendFileSync, cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { backfill } from '../../src/backfill/backfill.js';
import { type MadePart, type MakeOrder, newWaiting } from '../../src/backfill/make-order.js';
import { makeSpans } from '../../src/backfill/make-spans.js';
import { type Maker, Makers } from '../../src/backfill/makers.js';
import type { ExportWorld } from '../../src/hook/export-session.js';
import { openWith } from '../../src/hook/open-with.js';
import { ask } from '../../src/sink/ask.js';
import type { SinkConfig } from '../../src/sink/sink-config.js';
import { mainFilesIn, projectsIn } from '../support/growing-session.js';
import { Receiver } from '../support/receiver.js';
import { compare, SALT, Tracer, wantedSpans } from '../support/tracer.js';
import { temporaryFolder } from '../support/written-session.js';

const SESSIONS = join(import.meta.dirname, '../../fixtures/sessions');
const receiver = await new Receiver().start();
afterAll(() => receiver.stop());

let tracer: Tracer | undefined;
const ports: MessagePort[] = [];
afterEach(() => {
  forget();
  for (const port of ports.splice(0)) port.close();
});

function forget(): void {
  tracer?.remove();
  tracer = undefined;
}

/** The same messages as to a thread that begins at once; both ends are here. */
function maker(open: ExportWorld['open']): Maker {
  const waiting = newWaiting();
  const { port1, port2 } = new MessageChannel();
  ports.push(port1, port2);
  let begin: (order: MakeOrder) => void = () => {};
  const thread = {
    postMessage: (order: MakeOrder) => begin(structuredClone(order)),
    on: (event: string, listener: (value: unknown) => void) => {
      if (event === 'message') port1.on('message', listener);
      return thread;
    },
    terminate: async () => 0,
  };
  const port = {
    postMessage: (part: MadePart, moved: ArrayBuffer[] = []) => port2.postMessage(part, moved),
    on: (_: string, listener: typeof begin) => {
      begin = listener;
    },
  };
  makeSpans(port as unknown as MessagePort, open, waiting);
  return { thread: thread as unknown as Maker['thread'], waiting };
}

/** A thread that is still starting; its orders can be looked at. */
function lateMaker(): Maker & { orders: MakeOrder[] } {
  const orders: MakeOrder[] = [];
  const thread = {
    postMessage: (order: MakeOrder) => orders.push(structuredClone(order)),
    on: () => thread,
    terminate: async () => 0,
  };
  return { thread: thread as unknown as Maker['thread'], waiting: newWaiting(), orders };
}

function fill(project: string, encoding: 'json' | 'protobuf', open: ExportWorld['open'], asking = ask) {
  return fillWith([maker(open), maker(open)], project, encoding, asking);
}

function fillWith(threads: readonly Maker[], project: string, encoding: 'json' | 'protobuf', asking = ask) {
  receiver.stored.clear();
  receiver.taken.clear();
  const url = `${receiver.url}/v1/traces`;
  const sink: SinkConfig = { type: 'otlp', name: 'one', url, encoding, gzip: true, headers: {} };
  tracer ??= new Tracer([sink]);
  const makers = new Makers(threads);
  const sessions = mainFilesIn(project).map((file) => ({ file, mtimeMs: 0 }));
  const config = { sinks: [sink], content: 'redacted' as const, salt: SALT };
  return backfill(
    { sessions, sinks: [sink], config, isDry: false, makers },
    {
      folder: tracer.folder,
      env: {},
      now: Date.now,
      openWith: (each) => openWith(each),
      ask: asking,
      patience: { tries: 1, firstMs: 1, mostMs: 1, sleep: async () => {}, random: () => 0 },
      version: '0.0.0',
      // A test may be stopped for long.
      timeoutMs: 600_000,
    },
  );
}

const open = openWith({ content: 'redacted', salt: SALT });
const projects = projectsIn(SESSIONS).map((project): [string, string] => [project.slice(SESSIONS.length + 1), project]);

describe('a backfill with threads that make spans', () => {
  it.each(projects)('sends the same of %s as one without', async (_, project) => {
    for (const encoding of ['json', 'protobuf'] as const) {
      forget();
      const result = await fill(project, encoding, open);
      const found = compare(receiver.stored, wantedSpans(project));
      expect({ missing: found.missing, different: found.different }).toEqual({ missing: [], different: [] });
      expect(receiver.repeated).toBe(0);
      expect(result.sinks).toEqual([{ name: 'one', sent: result.spans, rejected: 0, isStopped: false }]);
    }
    expect(await fill(project, 'protobuf', open)).toMatchObject({ spans: 0, turns: 0 });
  });

  it('queues what a sink that went away did not take', async () => {
    const [, project = ''] = projects.find(([name]) => name.includes('i-plan')) ?? [];
    let calls = 0;
    const down = await fill(project, 'json', open, async (url, question) => {
      if (++calls > 1) throw new Error('it is gone');
      return { ...(await ask(url, question)), status: 503 };
    });
    expect(down.sinks[0]).toMatchObject({ isStopped: true });
    await fill(project, 'json', open);
    const found = compare(receiver.stored, wantedSpans(project));
    expect({ missing: found.missing, different: found.different }).toEqual({ missing: [], different: [] });
  });

  it('tells of a session that cannot be made, and goes on with the others', async () => {
    const [, project = ''] = projects.find(([name]) => name.includes('i-plan')) ?? [];
    const [first = ''] = mainFilesIn(project);
    const failing: ExportWorld['open'] = (file, ...rest) => {
      if (file === first) throw new Error('torn in two');
      return open(file, ...rest);
    };
    const result = await fill(project, 'json', failing);
    expect(result.skipped).toEqual([{ file: first, reason: 'torn in two' }]);
    expect(result.sessions).toBe(mainFilesIn(project).length - 1);
  });

  it('tells of lines that could not be read, of sub-agents too', async () => {
    const project = temporaryFolder();
    const [source = ''] = projectsIn(join(SESSIONS, '2.1.325/agent2'));
    cpSync(source, project, { recursive: true });
    const [main = ''] = mainFilesIn(project);
    const folder = join(main.replace(/\.jsonl$/, ''), 'subagents');
    const agent = join(folder, readdirSync(folder).find((name) => name.endsWith('.jsonl')) ?? '');
    appendFileSync(main, '{"type":\nnothing\n');
    appendFileSync(agent, '{"type":\n');
    const unread = [
      { file: main, lines: 2 },
      { file: agent, lines: 1 },
    ];
    expect(await fill(project, 'json', open)).toMatchObject({ skipped: [], unread });
    forget();
    expect(await fillWith([], project, 'json')).toMatchObject({ skipped: [], unread });
  });

  it('waits for no thread that has not begun, and such a thread makes nothing twice', async () => {
    const [, project = ''] = projects.find(([name]) => name.includes('i-plan')) ?? [];
    const late = lateMaker();
    await fillWith([late], project, 'json');
    const found = compare(receiver.stored, wantedSpans(project));
    expect({ missing: found.missing, different: found.different }).toEqual({ missing: [], different: [] });
    expect(late.orders.length).toBeGreaterThan(0);
    const begun: string[] = [];
    const { thread } = maker((file) => {
      begun.push(file);
      throw new Error('it was made');
    });
    for (const order of late.orders) thread.postMessage(order);
    expect(begun).toEqual([]);
  });
});

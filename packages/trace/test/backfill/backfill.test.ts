import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { configFolderAt, sessionsAndRemains } from '@unspool/session/locate';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { backfill } from '../../src/backfill/backfill.js';
import type { BackfillSession } from '../../src/backfill/session-events.js';
import type { ExportWorld } from '../../src/hook/export-session.js';
import { openWith } from '../../src/hook/open-with.js';
import { removeSink } from '../../src/hook/remove-sink.js';
import { queuedFiles } from '../../src/queue/queue-files.js';
import { ask } from '../../src/sink/ask.js';
import type { SinkConfig } from '../../src/sink/sink-config.js';
import { readStates } from '../../src/state/read-states.js';
import { mainFilesIn, projectsIn } from '../support/growing-session.js';
import { Receiver } from '../support/receiver.js';
import { compare, NO_DIFFERENCE, SALT, Tracer, wantedSpans } from '../support/tracer.js';
import { layOut, temporaryFolder, WrittenSession } from '../support/written-session.js';

const SESSIONS = join(import.meta.dirname, '../../fixtures/sessions');
const receiver = await new Receiver().start();
afterAll(() => receiver.stop());

const tracers: Tracer[] = [];
afterEach(() => {
  for (const tracer of tracers.splice(0)) tracer.remove();
});

function tracerFor(encoding: 'json' | 'protobuf' = 'json'): { tracer: Tracer; sink: SinkConfig } {
  receiver.stored.clear();
  receiver.taken.clear();
  const url = `${receiver.url}/v1/traces`;
  const sink: SinkConfig = { type: 'otlp', name: 'one', url, encoding, gzip: encoding === 'protobuf', headers: {} };
  const tracer = new Tracer([sink]);
  tracers.push(tracer);
  return { tracer, sink };
}

interface To {
  tracer: Tracer;
  sink: SinkConfig;
  others?: SinkConfig[];
  isDry?: boolean;
  open?: ExportWorld['open'];
}

/** A project with a session of two turns and a fork of it. */
function withFork(): string {
  const folder = temporaryFolder();
  const first = new WrittenSession().prompt('one').reply('m1', 'yes').prompt('two').reply('m2', 'no');
  const fork = new WrittenSession('22222222-2222-4222-8222-222222222222');
  fork.lines.push(...first.lines.map((line) => ({ ...line, sessionId: fork.sessionId })));
  layOut({ [`${first.sessionId}.jsonl`]: first, [`${fork.sessionId}.jsonl`]: fork }, folder);
  return folder;
}

function longSession(sessionId?: string): WrittenSession {
  const session = new WrittenSession(sessionId);
  for (let at = 0; at < 700; at++) session.prompt(`ask ${at}`).reply(`long${at}`, `answer ${at}`);
  return session;
}

function fill(project: string, to: To, asking = ask) {
  return fillWith(sessionsIn(project), to, asking);
}

function sessionsIn(project: string): BackfillSession[] {
  return mainFilesIn(project).map((file) => ({ file, mtimeMs: 0 }));
}

function fillWith(
  sessions: readonly BackfillSession[],
  { tracer, sink, others = [], isDry = false, open }: To,
  asking = ask,
) {
  const sinks = [sink, ...others];
  const config = { sinks, content: 'redacted' as const, salt: SALT };
  return backfill(
    { sessions, sinks, config, isDry },
    {
      folder: tracer.folder,
      env: {},
      now: Date.now,
      openWith: (each) => open ?? openWith(each),
      ask: asking,
      retryPolicy: { tries: 1, firstMs: 1, maxMs: 1, sleep: async () => {}, random: () => 0 },
      version: '0.0.0',
      // A test may be stopped for long.
      timeoutMs: 600_000,
    },
  );
}

describe('a backfill', () => {
  it.each(projectsIn(SESSIONS).map((project) => [project.slice(SESSIONS.length + 1), project]))(
    'sends all of %s once, past the queue',
    async (_, project) => {
      const to = tracerFor();
      const wanted = wantedSpans(project);
      const { sinks, spans } = await fill(project, to);
      expect(sinks).toEqual([{ name: 'one', sent: spans, rejected: 0, isStopped: false }]);
      expect(compare(receiver.stored, wanted).missing).toEqual([]);
      expect(compare(receiver.stored, wanted).different).toEqual([]);
      expect(receiver.repeated).toBe(0);
      expect(await fill(project, to)).toMatchObject({ spans: 0, turns: 0 });
      const packed = tracerFor('protobuf');
      expect((await fill(project, packed)).sinks).toEqual(sinks);
      expect(compare(receiver.stored, wanted)).toMatchObject({ missing: [], different: [] });
      expect(receiver.repeated).toBe(0);
    },
  );

  it('reports a session that cannot be read, and continues with the others', async () => {
    const [project = ''] = projectsIn(join(SESSIONS, '2.1.325/i-plan'));
    const [first = ''] = mainFilesIn(project);
    const read = openWith({ content: 'redacted', salt: SALT });
    const open: ExportWorld['open'] = (file, ...rest) => {
      if (file === first) throw new Error('torn in two');
      return read(file, ...rest);
    };
    const result = await fill(project, { ...tracerFor(), open });
    expect(result.skipped).toEqual([{ file: first, reason: 'torn in two' }]);
    expect(result.sessions).toBe(mainFilesIn(project).length - 1);
  });

  it('reports lines that could not be read, also in sub-agents', async () => {
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
    expect(await fill(project, tracerFor())).toMatchObject({ skipped: [], unread });
  });

  it('sends nothing of a fork that its original sends in the same batch', async () => {
    const folder = withFork();
    await fill(folder, tracerFor());
    expect(compare(receiver.stored, wantedSpans(folder))).toEqual(NO_DIFFERENCE);
    expect(receiver.repeated).toBe(0);
  });

  it('queues nothing of a fork that its original queues in the same run', async () => {
    const folder = withFork();
    // More than a batch, so that the sink is known to be down before the two are exported.
    const long = longSession('00000000-0000-4000-8000-000000000000');
    layOut({ [`${long.sessionId}.jsonl`]: long }, folder);
    const to = tracerFor();
    await fill(folder, to, () => Promise.reject(new Error('it is gone')));
    const queued = queuedFiles(to.tracer.folder.queue('one')).flatMap(({ path }) =>
      Array.from(readFileSync(path, 'utf8').matchAll(/"spanId":"(\w+)"/g), ([, id]) => id),
    );
    expect(queued.length).toBe(new Set(queued).size);
    await fill(folder, to);
    expect(compare(receiver.stored, wantedSpans(folder))).toEqual(NO_DIFFERENCE);
    expect(receiver.repeated).toBe(0);
  });

  it('in a dry run does not count a fork twice, and writes nothing', async () => {
    const folder = withFork();
    const to = tracerFor();
    const { spans } = await fillWith(sessionsIn(folder), { ...to, isDry: true });
    expect(spans).toBe(wantedSpans(folder).size);
    expect(readdirSync(to.tracer.folder.root)).not.toContain('traces');
    expect(await fill(folder, to)).toMatchObject({ spans });
  });

  it('sends the sub-agents of a listed session, also those in worktrees', async () => {
    const [source = ''] = projectsIn(join(SESSIONS, '2.1.325/agent2'));
    const projects = join(temporaryFolder(), 'projects');
    const project = join(projects, basename(source));
    cpSync(source, project, { recursive: true });
    const wanted = wantedSpans(project);
    const id = basename(mainFilesIn(project)[0] ?? '', '.jsonl');
    const worktree = join(projects, `${basename(project)}--claude-worktrees-agent-a1b2c3d4`, id);
    mkdirSync(worktree, { recursive: true });
    renameSync(join(project, id, 'subagents'), join(worktree, 'subagents'));
    const config = configFolderAt(projects);
    const sessions = config ? sessionsAndRemains(config) : [];
    await fillWith(
      sessions.map((session) => ({ ...session, mtimeMs: 0 })),
      tracerFor(),
    );
    expect(compare(receiver.stored, wanted)).toEqual(NO_DIFFERENCE);
  });

  it('is continued by hooks and by the next backfill, and nothing is sent twice', async () => {
    const folder = temporaryFolder();
    const session = new WrittenSession().prompt('one').reply('m1', 'yes');
    const to = tracerFor();
    const write = () => layOut({ [`${session.sessionId}.jsonl`]: session }, folder);
    write();
    await fill(folder, to);
    expect(readdirSync(to.tracer.folder.root)).toContain('packs');
    const [file = ''] = mainFilesIn(folder);
    session.prompt('two').reply('m2', 'no');
    write();
    to.tracer.hook('Stop', file);
    await to.tracer.send();
    session.prompt('three').reply('m3', 'perhaps');
    write();
    await fill(folder, to);
    expect(await fill(folder, to)).toMatchObject({ spans: 0 });
    // Read again, since its start changed: only the ledger knows what was exported.
    session.lines.unshift({ type: 'mode', mode: 'normal' });
    write();
    await fill(folder, to);
    expect(compare(receiver.stored, wantedSpans(folder))).toEqual(NO_DIFFERENCE);
    expect(receiver.repeated).toBe(0);
  });

  it('for another sink keeps the state of the first', async () => {
    const folder = temporaryFolder();
    const session = new WrittenSession().prompt('one').reply('m1', 'yes').prompt('two').reply('m2', 'no');
    const to = tracerFor();
    layOut({ [`${session.sessionId}.jsonl`]: session }, folder);
    await fill(folder, to);
    await fill(folder, { ...to, others: [{ type: 'file', name: 'two', path: join(to.tracer.home, 'spans.jsonl') }] });
    session.lines.unshift({ type: 'mode', mode: 'normal' });
    layOut({ [`${session.sessionId}.jsonl`]: session }, folder);
    expect(await fill(folder, to)).toMatchObject({ spans: 0 });
    expect(receiver.repeated).toBe(0);
  });

  it('sends everything again to a sink that was removed and added', async () => {
    const folder = temporaryFolder();
    const session = new WrittenSession().prompt('one').reply('m1', 'yes');
    const to = tracerFor();
    layOut({ [`${session.sessionId}.jsonl`]: session }, folder);
    const { spans } = await fill(folder, to);
    expect(spans).toBeGreaterThan(0);
    expect(readStates(to.tracer.folder, 'one').map(({ file }) => file)).toEqual(mainFilesIn(folder));
    removeSink(to.tracer.folder, 'one', { now: Date.now, withQueue: true });
    expect(readStates(to.tracer.folder, 'one')).toEqual([]);
    expect(await fill(folder, to)).toMatchObject({ spans });
  });

  it('sends everything to a sink even if another cannot be written', async () => {
    const [project = ''] = projectsIn(SESSIONS);
    const path = join(import.meta.filename, 'no/folder/spans.jsonl');
    const to = { ...tracerFor(), others: [{ type: 'file' as const, name: 'dead', path }] };
    const { sinks } = await fill(project, to);
    expect(sinks).toMatchObject([
      { name: 'one', isStopped: false },
      { name: 'dead', sent: 0, isStopped: true },
    ]);
    expect(compare(receiver.stored, wantedSpans(project)).missing).toEqual([]);
    await fill(project, to);
    expect(receiver.repeated).toBe(0);
    expect(queuedFiles(to.tracer.folder.queue('dead')).length).toBeGreaterThan(0);
  });

  it('queues the rest if a sink goes away, and sends it when the sink is back', async () => {
    const folder = temporaryFolder();
    const session = longSession();
    layOut({ [`${session.sessionId}.jsonl`]: session }, folder);
    const to = tracerFor();
    let requests = 0;
    const flaky: typeof ask = (...question) =>
      ++requests > 1 ? Promise.reject(new Error('it is gone')) : ask(...question);
    const { sinks } = await fill(folder, to, flaky);
    expect(sinks).toMatchObject([{ name: 'one', isStopped: true }]);
    expect(queuedFiles(to.tracer.folder.queue('one')).length).toBeGreaterThan(0);
    const [queued] = queuedFiles(to.tracer.folder.queue('one'));
    expect(readFileSync(queued?.path ?? '', 'utf8')).toContain('"spanId"');
    await fill(folder, to);
    expect(compare(receiver.stored, wantedSpans(folder))).toEqual(NO_DIFFERENCE);
    expect(receiver.repeated).toBe(0);
    expect(queuedFiles(to.tracer.folder.queue('one'))).toEqual([]);
  });
});

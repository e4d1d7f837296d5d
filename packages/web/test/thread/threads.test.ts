import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppFailure } from '../../src/failure.js';
import { WorkerThreads } from '../../src/thread/worker-threads.js';
import type { EditPlanView, SessionsPage, TurnsPage } from '../../src/view/routes.js';
import type { SessionOutline } from '../../src/view/view.js';
import { noRow } from '../support/row.js';
import { SESSION, SessionScript } from '../support/script.js';
import { Served } from '../support/served.js';
import { threadScript } from '../support/thread-script.js';

let served: Served;
let file: string;
const TURNS = 400;

beforeAll(async () => {
  served = await Served.start((config) => {
    const session = new SessionScript();
    for (let turn = 1; turn <= TURNS; turn++) {
      session
        .user(`Turn ${turn}.`)
        .call('Bash', { command: `run ${turn}` }, 'x'.repeat(40_000))
        .reply(`d${turn}`, 'Done.');
    }
    file = session.fileIn(config);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, session.text);
  });
});
afterAll(() => served.stop());

const target = () => ({ id: SESSION, file, agentId: null, isRevealed: false, special: [] });

describe('a server with threads', () => {
  it('shows the first turns of a huge session before it knows the rest', async () => {
    const first = await served.get<TurnsPage>(`/api/sessions/${SESSION}/turns?from=1&count=5`);
    expect(first.json.turns.map((turn) => turn.number)).toEqual([1, 2, 3, 4, 5]);
    expect(first.json.total).toBeNull();
    expect(first.json.outlines[4]).toMatchObject({ title: 'Turn 5.', calls: 1 });
    const last = await served.get<TurnsPage>(`/api/sessions/${SESSION}/turns?from=-2&count=5`);
    expect(last.json.turns.map((turn) => turn.number)).toEqual([TURNS - 1, TURNS]);
    expect(last.json.total).toBe(TURNS);
    const again = await served.get<TurnsPage>(`/api/sessions/${SESSION}/turns?from=1&count=5`);
    // The full read knows more about each turn; the texts are the same.
    expect(again.json.turns).toEqual(first.json.turns);
  });

  it('answers many requests at once, each with its own result', async () => {
    const asked = Array.from({ length: 30 }, (_, at) => at * 12 + 1);
    const pages = await Promise.all(
      asked.map((from) => served.get<TurnsPage>(`/api/sessions/${SESSION}/turns?from=${from}&count=1`)),
    );
    expect(pages.map((page) => page.json.turns[0]?.number)).toEqual(asked);
  });

  it('returns outlines, plans and failures', async () => {
    const outline = await served.get<SessionOutline>(`/api/sessions/${SESSION}/outline`);
    expect(outline.json.turns).toHaveLength(TURNS);
    expect(outline.json.session.id).toBe(SESSION);
    const plan = await served.post<EditPlanView>(`/api/sessions/${SESSION}/plan`, { operation: 'cut', turns: [3, 4] });
    expect(plan.json).toMatchObject({ what: 'cut turns 3..4', isChange: true });
    expect((await served.get(`/api/sessions/${SESSION}/calls/nobody`)).status).toBe(404);
    expect((await served.post(`/api/sessions/${SESSION}/plan`, { operation: 'cut', turns: [TURNS + 1] })).status).toBe(
      400,
    );
    expect(served.faults).toEqual([]);
  });

  it('notices what is appended', async () => {
    const line = {
      type: 'user',
      uuid: 'new',
      parentUuid: null,
      timestamp: new Date().toISOString(),
      message: { role: 'user', content: 'The end.' },
    };
    appendFileSync(file, `${JSON.stringify(line)}\n`);
    const page = await served.get<TurnsPage>(`/api/sessions/${SESSION}/turns?from=-1&count=1`);
    expect(page.json.outlines[0]).toMatchObject({ number: TURNS + 1, title: 'The end.' });
    expect((await served.get<SessionsPage>('/api/sessions')).json.rows).toHaveLength(1);
  });
});

describe('worker threads', () => {
  const newThreads = async () => {
    const setting = { database: `${served.home}/other.db`, dataFolder: served.home, configs: [], ownPrices: undefined };
    return new WorkerThreads(setting, await threadScript());
  };

  it('pass on results, bytes and failures', async () => {
    const threads = await newThreads();
    const window = { from: 7, count: 3, numbers: undefined };
    const page = await threads.ask('read', 'turns', [target(), window]);
    expect(page.turns.map(({ number }) => number)).toEqual([7, 8, 9]);
    const bytes = await threads.askJson('read', 'turns', [target(), window]);
    expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual(JSON.parse(JSON.stringify(page)));
    await expect(threads.ask('read', 'call', [target(), 'nobody'])).rejects.toBeInstanceOf(AppFailure);
    const gone = { ...target(), file: '/nowhere.jsonl' };
    await expect(threads.ask('read', 'outline', [gone, noRow])).rejects.toMatchObject({ status: 404 });
    await threads.close();
  });

  it('are started again after one has stopped', async () => {
    const threads = await newThreads();
    const window = { from: 1, count: 1, numbers: undefined };
    await threads.ask('read', 'turns', [target(), window]);
    const broken = threads.ask('read', 'outline', [target(), noRow]).catch((error: unknown) => error);
    await threads.stop('read');
    expect(await broken).toBeInstanceOf(AppFailure);
    expect(await threads.ask('read', 'turns', [target(), window])).toMatchObject({ turns: [{ number: 1 }] });
    await threads.close();
  });
});

import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EditDone, EditPlanView, EditRecord, Failure, SessionsPage, TurnsPage } from '../../src/view/routes.js';
import { SESSION, SessionScript } from '../support/script.js';
import { Served } from '../support/served.js';

const SECRET = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`;

let served: Served;
let file: string;

async function start(): Promise<void> {
  const script = new SessionScript()
    .user('One.')
    .reply('m1', 'First.')
    .user(`Two, with ${SECRET}.`)
    .call('Bash', { command: 'cat big' }, 'x'.repeat(20_000))
    .reply('m2', 'Second.')
    .user('Three.')
    .reply('m3', 'Third.');
  served = await Served.start((config) => {
    file = script.write(config);
  });
}

const stop = () => served.stop();

/** For tests that change something. */
function aServerEach(): void {
  beforeEach(start);
  afterEach(stop);
}

/** A server costs half a second of processor time. */
function oneServerForAll(): void {
  beforeAll(start);
  afterAll(stop);
}

const plan = (body: object) => served.post<EditPlanView>(`/api/sessions/${SESSION}/plan`, body);
const apply = (body: object) => served.post<EditDone>(`/api/sessions/${SESSION}/apply`, body);

describe('an edit that is not made', () => {
  oneServerForAll();

  it('is planned with a proof, and nothing is written', async () => {
    const before = readFileSync(file, 'utf8');
    const { status, json } = await plan({ operation: 'cut', turns: [2] });
    expect(status).toBe(200);
    expect(json).toMatchObject({ what: 'cut turn 2', isChange: true, resumes: true, refusal: null });
    expect(json.turns).toMatchObject([{ number: 2, dropped: 4, bytesAfter: 0 }]);
    expect(json.turns[0]?.words).toContain('Two, with ghp_');
    expect(JSON.stringify(json)).not.toContain(SECRET);
    expect(json.bytes.after).toBeLessThan(json.bytes.before);
    expect(json.messages).toEqual({ before: 8, after: 4 });
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect((await served.get<SessionsPage>('/api/sessions')).json.total).toBe(1);
  });

  it('does not cut all turns, as on the command line', async () => {
    const request = { operation: 'cut', turns: [3, 1, 2, 1] };
    for (const { status, json } of [await plan(request), await apply(request)]) {
      expect(status).toBe(400);
      expect(json).toMatchObject({ error: { what: 'Cannot cut all turns of a session.' } });
    }
  });

  it('can be limited to the output of one call', async () => {
    const call = { operation: 'strip', results: true, calls: ['toolu_4'] };
    const { json } = await plan(call);
    expect(json).toMatchObject({ isChange: true, resumes: true, messages: { before: 8, after: 8 } });
    expect(json.turns).toMatchObject([{ number: 2, dropped: 0, changed: 1 }]);
    expect((await plan({ ...call, calls: ['toolu_none'] })).json.isChange).toBe(false);
    expect((await plan({ ...call, calls: 'toolu_4' })).status).toBe(400);
  });

  it('reports if it changes nothing', async () => {
    const { json } = await plan({ operation: 'repair' });
    expect(json).toMatchObject({ isChange: false, findings: [] });
    expect((await apply({ operation: 'repair' })).status).toBe(409);
  });

  it('of missing turns is refused', async () => {
    const { status, json } = await served.post<Failure>(`/api/sessions/${SESSION}/plan`, {
      operation: 'cut',
      turns: [9],
    });
    expect([status, json.error.what]).toEqual([400, 'There is no turn 9: the session has 3 turns.']);
  });
});

describe('an edit into a copy', () => {
  oneServerForAll();

  it.each([
    [{ operation: 'clone' }, 'clone'],
    [{ operation: 'fork', at: 1 }, 'fork at turn 1'],
    [{ operation: 'strip', results: true }, 'strip'],
    [{ operation: 'redact' }, 'redact 1 secret'],
  ])('%j is possible', async (body, what) => {
    const planned = (await plan(body)).json;
    expect(planned.what).toContain(what);
    expect(planned).toMatchObject({ isChange: true, resumes: true });
    const done = (await apply(body)).json;
    expect(done.resumes).toBe(true);
    expect(done.id).not.toBe(SESSION);
    const made = await served.get<SessionsPage>(`/api/sessions?q=${done.id}`);
    expect(made.json.total).toBe(1);
  });

  it('shows what a redaction finds', async () => {
    const { json } = await plan({ operation: 'redact' });
    expect(json.secrets).toEqual([{ kind: 'github_token', found: 1, distinct: 1 }]);
    const { id } = (await apply({ operation: 'redact' })).json;
    expect(readFileSync(file.replace(SESSION, id), 'utf8')).not.toContain(SECRET);
  });
});

describe('an edit', () => {
  aServerEach();

  it('is applied as planned, can be continued, and can be undone', async () => {
    const tokens = (await served.get<SessionsPage>('/api/sessions')).json.rows[0]?.tokens;
    const planned = (await plan({ operation: 'cut', turns: [2] })).json;
    const { status, json: done } = await apply({ operation: 'cut', turns: [2] });
    expect(status).toBe(200);
    expect(done.bytes.after).toBeGreaterThan(0);
    expect(done.messages).toEqual(planned.messages);
    expect(done.command).toBe(`claude --resume ${done.id}`);
    expect(done.folder).toBe('/home/dev/app');
    const rows = (await served.get<SessionsPage>('/api/sessions')).json.rows;
    expect(rows.map((row) => [row.id, row.turns]).sort()).toEqual(
      [
        [SESSION, 3],
        [done.id, 2],
      ].sort(),
    );
    const edits = (await served.get<{ edits: EditRecord[] }>('/api/edits')).json.edits;
    expect(edits).toMatchObject([
      { undo: done.undo, what: 'cut turn 2', id: done.id, title: 'One. (cut)', isUndone: false },
    ]);
    expect((await served.post('/api/undo', { undo: done.undo })).status).toBe(200);
    const left = (await served.get<SessionsPage>('/api/sessions')).json.rows;
    expect(left.map((row) => row.id)).toEqual([SESSION]);
    // The copy contained the same replies, which never counted as its own.
    expect(left[0]?.tokens).toEqual(tokens);
    const undone = (await served.get<{ edits: EditRecord[] }>('/api/edits')).json.edits;
    expect(undone).toMatchObject([{ what: 'cut turn 2', id: null, title: 'One.', isUndone: true }]);
    // Nothing is left of the copy, not even among the deleted sessions.
    expect((await served.get<SessionsPage>('/api/sessions?marks=gone')).json.total).toBe(0);
    expect((await served.post<Failure>('/api/undo', { undo: done.undo })).status).toBe(409);
  });

  it('does not write the same title again', async () => {
    const rename = () => served.post<{ undo: string | null }>(`/api/sessions/${SESSION}/rename`, { title: 'Another' });
    expect((await rename()).json.undo).not.toBeNull();
    const before = readFileSync(file, 'utf8');
    expect(await rename()).toMatchObject({ status: 200, json: { title: 'Another', undo: null } });
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect((await served.get<{ edits: EditRecord[] }>('/api/edits')).json.edits).toHaveLength(1);
  });

  it('in place keeps the original for undo', async () => {
    const before = readFileSync(file, 'utf8');
    const { json } = await apply({ operation: 'cut', turns: [1], inPlace: true });
    expect(json.id).toBe(SESSION);
    expect(readFileSync(file, 'utf8')).not.toContain('One.');
    await served.post('/api/undo', { undo: json.undo });
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('does not make a session live: only what a client writes does', async () => {
    const isLive = async () => (await served.get<SessionsPage>('/api/sessions')).json.rows.map((row) => row.isLive);
    await apply({ operation: 'cut', turns: [1], inPlace: true });
    expect(await isLive()).toEqual([false]);
    const renamed = await served.post<{ undo: string }>(`/api/sessions/${SESSION}/rename`, { title: 'Another' });
    expect(renamed.status).toBe(200);
    expect(await isLive()).toEqual([false]);
    expect((await served.post('/api/undo', { undo: renamed.json.undo })).status).toBe(200);
    expect((await plan({ operation: 'cut', turns: [1], inPlace: true })).json.refusal).toBeNull();
    await apply({ operation: 'clone' });
    expect(await isLive()).toEqual([false, false]);
    appendFileSync(file, '\n');
    expect((await plan({ operation: 'cut', turns: [1], inPlace: true })).json.refusal).toContain('was written');
    expect((await apply({ operation: 'cut', turns: [1], inPlace: true })).status).toBe(409);
  });

  it('of a live session is planned but not applied', async () => {
    const now = new Date();
    utimesSync(file, now, now);
    const { json } = await plan({ operation: 'strip', results: true });
    expect(json.refusal).toContain('was written');
    const refused = await served.post<Failure>(`/api/sessions/${SESSION}/apply`, {
      operation: 'strip',
      results: true,
      inPlace: true,
    });
    expect(refused.status).toBe(409);
    expect(refused.json.error.what).toContain('live');
  });

  it('never reports that a line is clean if it is too long to search', async () => {
    const long = Buffer.alloc(64 * 1024 * 1024 + 10, 'x');
    const line = { type: 'system', subtype: 'local_command', content: 'LONG', level: 'info' };
    const [before = '', after = ''] = `${JSON.stringify(line)}\n`.split('LONG');
    appendFileSync(file, Buffer.concat([Buffer.from(before), long, Buffer.from(after)]));
    const past = new Date(Date.now() - 86_400_000);
    utimesSync(file, past, past);
    for (const way of ['plan', 'apply']) {
      const { status, json } = await served.post<Failure>(`/api/sessions/${SESSION}/${way}`, { operation: 'redact' });
      expect(status).toBe(409);
      expect(json.error.what).toContain('too long to search for secrets');
      expect(json.error.what).not.toContain(dirname(file));
    }
  });
});

describe('an export', () => {
  oneServerForAll();

  it.each(['html', 'md', 'json'])('as %s is a download without secrets', async (format) => {
    const { status, headers, text } = await served.get(`/api/sessions/${SESSION}/export?format=${format}`);
    expect(status).toBe(200);
    expect(headers['content-disposition']).toBe(`attachment; filename="${SESSION}.${format}"`);
    expect(headers['content-security-policy']).toContain('sandbox');
    expect(text).toContain('Second.');
    expect(text).not.toContain(SECRET);
    const some = await served.get(`/api/sessions/${SESSION}/export?format=${format}&turns=1,3`);
    expect(some.text).not.toContain('Second.');
    expect((await served.get(`/api/sessions/${SESSION}/export?format=${format}&reveal=1`)).text).toContain(SECRET);
  });

  it('leaves no files behind, and accepts no other format', async () => {
    await served.get(`/api/sessions/${SESSION}/export`);
    const left = () => readdirSync(`${served.home}/data`).filter((name) => name.startsWith('export-'));
    await expect.poll(left).toEqual([]);
    expect((await served.get(`/api/sessions/${SESSION}/export?format=exe`)).status).toBe(400);
    expect((await served.get(`/api/sessions/${SESSION}/export?turns=x`)).status).toBe(400);
  });
});

describe('changes without a plan', () => {
  aServerEach();

  const row = async () => (await served.get<SessionsPage>('/api/sessions')).json.rows[0];

  it('set a title, which can be undone', async () => {
    const renamed = await served.post<{ undo: string }>(`/api/sessions/${SESSION}/rename`, {
      title: '  A better\nname ',
    });
    expect(renamed.json).toMatchObject({ title: 'A better name' });
    expect((await row())?.title).toBe('A better name');
    await served.post('/api/undo', { undo: renamed.json.undo });
    expect((await row())?.title).toBe('One.');
    expect((await served.post(`/api/sessions/${SESSION}/rename`, { title: ' ' })).status).toBe(400);
  });

  it('tag and pin', async () => {
    const labelled = await served.post(`/api/sessions/${SESSION}/label`, { add: ['later', 'bug'], pin: true });
    expect(labelled.json).toEqual({ tags: ['bug', 'later'], isPinned: true });
    expect(await row()).toMatchObject({ tags: ['bug', 'later'], isPinned: true });
    const page = await served.get<SessionsPage>('/api/sessions?tag=bug&marks=pinned');
    expect(page.json.total).toBe(1);
    expect(page.json.facets.tags).toContainEqual({ tag: 'bug', count: 1 });
    await served.post(`/api/sessions/${SESSION}/label`, { remove: ['bug'], pin: false });
    expect(await row()).toMatchObject({ tags: ['later'], isPinned: false });
    expect((await served.post(`/api/sessions/${SESSION}/label`, { add: ['a,b'] })).status).toBe(400);
  });

  it('archive', async () => {
    expect((await served.post(`/api/sessions/${SESSION}/archive`, {})).json).toMatchObject({ isNew: true });
    expect((await served.post(`/api/sessions/${SESSION}/archive`, {})).json).toMatchObject({ isNew: false });
    expect(await row()).toMatchObject({ isArchived: true });
  });

  it('restore a session that is only in the archive', async () => {
    await served.post(`/api/sessions/${SESSION}/archive`, {});
    const before = readFileSync(file, 'utf8');
    rmSync(file);
    await served.post(`/api/sessions/${SESSION}/label`, {});
    const page = await served.get<TurnsPage>(`/api/sessions/${SESSION}/turns`);
    expect(page.json.total).toBe(3);
    expect((await served.post(`/api/sessions/${SESSION}/apply`, { operation: 'clone' })).status).toBe(404);
    const { json } = await served.post<{ undo: string }>(`/api/sessions/${SESSION}/restore`, {});
    expect(readFileSync(file, 'utf8')).toBe(before);
    await served.post('/api/undo', { undo: json.undo });
    expect(existsSync(file)).toBe(false);
  });

  it('delete a session, which can be undone', async () => {
    const deleted = await served.post<{ undo: string }>(`/api/sessions/${SESSION}/delete`, {});
    expect(existsSync(file)).toBe(false);
    expect(await row()).toBeUndefined();
    await served.post('/api/undo', { undo: deleted.json.undo });
    expect(existsSync(file)).toBe(true);
    expect(await row()).toMatchObject({ id: SESSION });
  });
});

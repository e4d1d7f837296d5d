import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TeamFailure } from '../src/contract/failure.js';
import type { Role, Visibility } from '../src/contract/model.js';
import { TeamClient } from '../src/laptop/team-client.js';
import { type MadeTeam, madeTeam, pushed } from './support/made-team.js';

const WORD = 'zebrafish';

/** Who may do what with a session: `y`, or the code of the refusal. Anything else is a leak. */
const RIGHTS = `
  actor     visibility  list       count      open       file       search     measure    withdraw
  owner     team        y          y          y          y          y          y          y
  owner     metrics     y          y          y          y          -          y          y
  owner     own         y          y          y          y          -          -          y
  member    team        y          y          y          y          y          y          not_found
  member    metrics     y          y          not_found  not_found  -          y          not_found
  member    own         -          -          not_found  not_found  -          -          not_found
  admin     team        y          y          y          y          y          y          y
  admin     metrics     y          y          not_found  not_found  -          y          y
  admin     own         -          -          not_found  not_found  -          -          not_found
  viewer    team        -          -          not_found  not_found  not_allowed y          not_found
  viewer    metrics     -          -          not_found  not_found  not_allowed y          not_found
  viewer    own         -          -          not_found  not_found  not_allowed -          not_found
  revoked   team        not_joined not_joined not_joined not_joined not_joined not_joined not_joined
  revoked   metrics     not_joined not_joined not_joined not_joined not_joined not_joined not_joined
  revoked   own         not_joined not_joined not_joined not_joined not_joined not_joined not_joined
  stranger  team        not_joined not_joined not_joined not_joined not_joined not_joined not_joined
`;

const [head = [], ...rows] = RIGHTS.trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));
const table = rows.flatMap(([actor = '', visibility = '', ...answers]) =>
  answers.map((answer, at) => ({ actor, visibility, verb: head[at + 2] ?? '', answer })),
);

let team: MadeTeam;
const clients: { [name: string]: TeamClient } = {};

beforeAll(async () => {
  team = await madeTeam();
  const roles: [string, Role][] = [
    ['owner', 'member'],
    ['member', 'member'],
    ['admin', 'admin'],
    ['viewer', 'viewer'],
  ];
  for (const [name, role] of roles) clients[name] = (await team.join(name, role)).client;
  const gone = await team.join('revoked', 'admin');
  await gone.client.revoke(gone.device);
  clients['revoked'] = gone.client;
  clients['stranger'] = new TeamClient(team.service.url, 'a'.repeat(43));
});
afterAll(() => team.close());

const as = (name: string) => clients[name] as TeamClient;

/** `y`, `-` for an answer without the session, or the code of the failure. */
async function answerTo(verb: string, client: TeamClient, session: string): Promise<string> {
  try {
    switch (verb) {
      case 'list':
        return (await client.page({})).sessions.some((each) => each.session === session) ? 'y' : '-';
      case 'count': {
        const { total, people, projects } = await client.counts({});
        return total + people.length + projects.length > 0 ? 'y' : '-';
      }
      case 'open':
        return (await client.open('owner', session, 'show')).session.session === session ? 'y' : '-';
      case 'file': {
        const mark = { owner: 'owner', session, file: `project/${session}.jsonl`, generation: 1, bytes: 0, sha256: '' };
        let bytes = 0;
        for await (const part of client.file(mark, 'show')) bytes += part.length;
        return bytes > 0 ? 'y' : '-';
      }
      case 'search': {
        const { hits, count, people, projects } = await client.search({ q: WORD });
        return hits.length + count + people.length + projects.length > 0 ? 'y' : '-';
      }
      case 'measure':
        return (await client.usage({})).some((row) => row.replies > 0) ? 'y' : '-';
      default:
        await client.withdraw('owner', session);
        return 'y';
    }
  } catch (error) {
    if (error instanceof TeamFailure) return error.code;
    throw error;
  }
}

describe('who may do what', () => {
  it.each(table)('$actor, $visibility: $verb → $answer', async ({ actor, visibility, verb, answer }) => {
    const { session } = (await pushed(as('owner'), { visibility: visibility as Visibility })).session;
    expect(await answerTo(verb, as(actor), session)).toBe(answer);
    const isThere = await team.store.session({ owner: 'owner', session });
    expect(isThere?.isWithdrawn).toBe(verb === 'withdraw' && answer === 'y');
    if (isThere) await team.store.forget(isThere);
  });

  it.each(['owner', 'member', 'admin', 'viewer'])('%s sees nothing of a withdrawn session', async (actor) => {
    const { session } = (await pushed(as('owner'), { visibility: 'team' })).session;
    await as('owner').withdraw('owner', session);
    const answers = await Promise.all(
      ['list', 'count', 'open', 'file', 'search', 'measure', 'withdraw'].map((verb) =>
        answerTo(verb, as(actor), session),
      ),
    );
    const refusal = actor === 'owner' ? 'withdrawn' : 'not_found';
    expect(answers).toEqual(['-', '-', refusal, refusal, actor === 'viewer' ? 'not_allowed' : '-', '-', refusal]);
  });

  it('answers the same for a session that is hidden and one that does not exist', async () => {
    const { session } = (await pushed(as('owner'), { visibility: 'own' })).session;
    const failureOf = async (id: string) => {
      const failure = await as('member')
        .open('owner', id, 'show')
        .catch((error: unknown) => error);
      return { ...(failure as TeamFailure).details, message: (failure as TeamFailure).message };
    };
    expect(await failureOf(session)).toEqual(await failureOf(randomUUID()));
  });

  it('lets nobody push as somebody else, and viewers not at all', async () => {
    const { session } = (await pushed(as('member'), { visibility: 'team' })).session;
    expect((await team.store.session({ owner: 'member', session }))?.owner).toBe('member');
    await expect(pushed(as('viewer'), { visibility: 'team' })).rejects.toMatchObject({ code: 'not_allowed' });
    await expect(pushed(as('revoked'), { visibility: 'team' })).rejects.toMatchObject({ code: 'not_joined' });
  });

  it.each([
    ['invite', (client: TeamClient) => client.invite('eve', 'admin')],
    ['remove-person', (client: TeamClient) => client.removePerson('nobody')],
  ])('keeps %s for admins', async (_, call) => {
    for (const name of ['owner', 'viewer']) await expect(call(as(name))).rejects.toMatchObject({ code: 'not_allowed' });
    await expect(call(as('revoked'))).rejects.toMatchObject({ code: 'not_joined' });
    await call(as('admin'));
  });

  it('shows and revokes only your own devices, unless you are an admin', async () => {
    const eve = await team.join('eve', 'member');
    expect((await as('member').devices()).map((device) => device.person)).toEqual(['member']);
    expect((await as('admin').devices()).length).toBeGreaterThan(3);
    await expect(as('member').revoke(eve.device)).rejects.toMatchObject({ code: 'not_found' });
    await as('admin').revoke(eve.device);
    await expect(eve.client.me()).rejects.toMatchObject({ code: 'not_joined' });
  });

  it('tells an owner who saw passages in a search, once a day', async () => {
    const { session } = (await pushed(as('owner'), { visibility: 'team', words: 'quokka notes' })).session;
    for (let round = 0; round < 3; round++) await as('member').search({ q: 'quokka' });
    await as('owner').search({ q: 'quokka' });
    const reads = (await as('owner').reads()).filter((read) => read.session === session);
    expect(reads.map(({ reader, verb, title }) => [reader, verb, title])).toEqual([
      ['member', 'search', 'quokka notes'],
    ]);
    expect(await as('member').reads()).toEqual([]);
  });

  it('tells an owner who opened and who pulled', async () => {
    const { session } = (await pushed(as('owner'), { visibility: 'team' })).session;
    await as('member').open('owner', session, 'show');
    await as('admin').open('owner', session, 'pull');
    await as('owner').open('owner', session, 'show');
    const reads = (await as('owner').reads()).filter((read) => read.session === session);
    expect(reads.map(({ reader, verb }) => `${reader} ${verb}`).sort()).toEqual(['admin pull', 'member show']);
    expect(await as('member').reads()).toEqual([]);
  });

  it('deletes a person', async () => {
    const dan = await team.join('dan', 'member');
    const { session } = (await pushed(dan.client, { visibility: 'team' })).session;
    expect(await as('admin').removePerson('dan')).toEqual({ devices: 1, sessions: 1 });
    await expect(dan.client.me()).rejects.toMatchObject({ code: 'not_joined' });
    await expect(as('member').open('dan', session, 'show')).rejects.toMatchObject({ code: 'not_found' });
  });
});

it('logs no fault', () => expect(team.faults).toEqual([]));

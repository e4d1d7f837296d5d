import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { type Context, Hono } from 'hono';
import { countsOf } from '../contract/facet.js';
import { TeamFailure } from '../contract/failure.js';
import { LIMITS } from '../contract/limits.js';
import type { Device, SessionKey } from '../contract/model.js';
import type { TeamStore } from '../contract/store.js';
import { diskFailure } from '../disk/disk-failure.js';
import { listScope, mayInTeam } from './authorise.js';
import { bodyObject, checkPerson, checkRole, invitationCode } from './invitation.js';
import { People } from './people.js';
import { takePush, tooLarge, unpackBody } from './push.js';
import { pageQuestion, quotaIn, searchQuestion, timesIn, usageQuestion, wholeNumber } from './question.js';
import { Quotas } from './quotas.js';
import { RateLimit } from './rate-limit.js';
import { checkSessionId, descriptionOf } from './session-description.js';
import { mainFile, Sessions } from './sessions.js';

export interface AppOptions {
  store: TeamStore;
  team: string;
  /** Sessions are deleted this many days after they ended; 0 keeps them forever. */
  keepDays: number;
  /** The header in which a proxy names the signed-in person, who can then join without a code. */
  trustedHeader?: string | undefined;
  now: () => number;
  onFault: (error: unknown) => void;
}

type Env = { Variables: { device: Device } };

/** The service. It keeps no state between requests that another instance would need. */
export function appOf({ store, team, keepDays, trustedHeader, now, onFault }: AppOptions): Hono<Env> {
  const app = new Hono<Env>();
  const people = new People(store, now);
  const quotas = new Quotas(store);
  const sessions = new Sessions(store, now, quotas);
  const rate = new RateLimit(now);

  app.use(async (context, next) => {
    await next();
    context.header('Cache-Control', 'no-store');
    context.header('X-Content-Type-Options', 'nosniff');
  });
  app.get('/health', (context) => context.json({ ok: true }));

  app.post('/v1/join', async (context) => {
    const body = await jsonBody(context);
    rate.take('');
    const name = typeof body['device'] === 'string' ? body['device'] : '';
    const person = trustedHeader === undefined ? undefined : context.req.header(trustedHeader)?.toLowerCase();
    const joined =
      person === undefined
        ? await people.join(String(body['code'] ?? ''), name)
        : await admitSignedIn(people, person, name);
    const { device, token } = joined;
    return context.json({ token, team, person: device.person, role: device.role, device: device.id });
  });

  app.use('/v1/*', async (context, next) => {
    const device = await people.deviceOf(context.req.header('authorization'));
    rate.take(device.id);
    context.set('device', device);
    await next();
  });

  app.get('/v1/me', (context) => {
    const { person, role, id, name } = context.get('device');
    return context.json({ team, person, role, device: id, name, keepDays });
  });

  app.post('/v1/invites', async (context) => {
    if (!mayInTeam(context.get('device'), 'invite')) throw adminsOnly();
    const { person, role = 'member' } = await jsonBody(context);
    checkPerson(person);
    checkRole(role);
    return context.json({ code: invitationCode(await store.secret(), { person, role, now: now() }) });
  });

  app.get('/v1/devices', async (context) => {
    const actor = context.get('device');
    const all = mayInTeam(actor, 'devices_of_all');
    const devices = (await store.devices()).filter(({ person }) => all || person === actor.person);
    return context.json({ devices: devices.map(({ tokenSha256: _, ...device }) => device) });
  });

  app.post('/v1/devices/:id/revoke', async (context) => {
    const actor = context.get('device');
    const device = (await store.devices()).find(({ id }) => id === context.req.param('id'));
    if (!device || (device.person !== actor.person && !mayInTeam(actor, 'revoke_others'))) {
      throw new TeamFailure('not_found', 'There is no such device.');
    }
    await people.revoke(device);
    return context.json({ revoked: device.id });
  });

  app.delete('/v1/people/:person', async (context) => {
    if (!mayInTeam(context.get('device'), 'remove_person')) throw adminsOnly();
    const person = context.req.param('person');
    checkPerson(person);
    const devices = (await store.devices()).filter((device) => device.person === person && !device.isRevoked);
    for (const device of devices) await people.revoke(device);
    return context.json({ devices: devices.length, sessions: await sessions.removePerson(person) });
  });

  app.get('/v1/quotas', async (context) => {
    const actor = context.get('device');
    return context.json(await quotas.report(mayInTeam(actor, 'quotas_of_all') ? undefined : actor.person));
  });

  app.put('/v1/quotas', async (context) => {
    if (!mayInTeam(context.get('device'), 'quotas_of_all')) throw adminsOnly();
    const quota = quotaIn(await jsonBody(context));
    await quotas.put(quota);
    return context.json(quota);
  });

  app.get('/v1/sessions', async (context) =>
    context.json(await sessions.list(context.get('device'), pageQuestion(context.req.query()))),
  );

  app.get('/v1/counts', async (context) => {
    const { person, project, since } = pageQuestion(context.req.query());
    const times = timesIn([context.req.query('times'), since].filter((each) => each !== undefined).join(','));
    const groups = await store.groups({ scope: listScope(context.get('device')), times });
    return context.json({ ...countsOf(groups, { person, project, since }, times), times });
  });

  app.put('/v1/sessions/:session', async (context) => {
    const session = context.req.param('session');
    checkSessionId(session);
    await sessions.describe(context.get('device'), session, descriptionOf(await jsonBody(context)));
    return context.json({ session });
  });

  app.post('/v1/sessions/:session/push', async (context) => {
    const actor = context.get('device');
    const id = context.req.param('session');
    checkSessionId(id);
    const session = await sessions.forPush(actor, id);
    const bytes = await rate.push(actor.id, async () => {
      const body = await bodyBytes(context, LIMITS.pieceBytes + 64 * 1024);
      return unpackBody(body, context.req.header('content-encoding'));
    });
    // The device may have been revoked while the body arrived, which can take minutes.
    await people.deviceOf(context.req.header('authorization'));
    const query = (name: string) => context.req.query(name) ?? '';
    const request = {
      owner: actor.person,
      session: id,
      file: query('file'),
      generation: wholeNumber(query('generation')),
      offset: wholeNumber(query('offset')),
      version: wholeNumber(query('version')),
      isWhole: query('whole') === '1',
      sha256: query('sha256'),
      fileSha256: query('fileSha256'),
    };
    return context.json(await takePush(request, bytes, { store, session, quotas }));
  });

  app.get('/v1/sessions/:owner/:session', async (context) => {
    return context.json(await sessions.open(context.get('device'), keyOf(context), verbOf(context)));
  });

  app.get('/v1/sessions/:owner/:session/file', async (context) => {
    const actor = context.get('device');
    const session = await sessions.find(actor, keyOf(context), 'open');
    const files = await store.files(session);
    const mark = files.find(({ file }) => file === context.req.query('name'));
    if (!mark || !files.some(({ file }) => file === mainFile(session))) {
      throw new TeamFailure('not_found', 'There is no such file.');
    }
    await sessions.noteRead(actor, session, verbOf(context));
    context.header('Content-Type', 'application/octet-stream');
    context.header('X-Sha256', mark.sha256);
    context.header('X-Bytes', String(mark.bytes));
    const bytes = store.read(mark, session);
    return context.body(Readable.toWeb(Readable.from(bytes)) as ReadableStream);
  });

  app.post('/v1/sessions/:owner/:session/withdraw', async (context) => {
    await sessions.withdraw(context.get('device'), keyOf(context));
    return context.json({ withdrawn: context.req.param('session') });
  });

  app.get('/v1/search', async (context) => {
    const actor = context.get('device');
    if (actor.role === 'viewer') throw new TeamFailure('not_allowed', 'A viewer sees numbers only.');
    const result = await store.search(searchQuestion(context.req.query()));
    await sessions.noteSearch(actor, result);
    return context.json(result);
  });

  app.get('/v1/usage', async (context) => {
    return context.json({ rows: await store.usage(usageQuestion(context.req.query())) });
  });

  app.get('/v1/reads', async (context) => context.json({ reads: await sessions.readsOf(context.get('device')) }));

  app.notFound(() => {
    throw new TeamFailure('not_found', 'There is no such request.');
  });
  app.onError(async (error, context) => {
    if (!context.req.raw.bodyUsed) await drain(context).catch(() => {});
    // The laptop hung up, which is not the service's fault.
    const failure = failureOf(error, context.req.raw.signal.aborted ? () => {} : onFault);
    const { why, hint, held } = failure.details;
    if (failure.code === 'too_many' || failure.code === 'store_unavailable') context.header('Retry-After', '2');
    return context.json({ error: { code: failure.code, message: failure.message, why, hint, held } }, failure.status);
  });
  if (keepDays > 0) startSweeps(sessions, { keepDays, now, onFault });
  return app;
}

/** Internal errors go into the service's log, not to the laptop. */
function failureOf(error: unknown, onFault: (error: unknown) => void): TeamFailure {
  if (error instanceof TeamFailure) return error;
  const unwritable = diskFailure(error);
  onFault(unwritable ?? error);
  if (unwritable) return unwritable;
  return new TeamFailure('internal', 'Something went wrong in the service.', { hint: 'See its log.' });
}

async function admitSignedIn(people: People, person: string, name: string) {
  checkPerson(person);
  const { randomBytes } = await import('node:crypto');
  return people.admit({ id: randomBytes(6).toString('hex'), person, role: 'member', name });
}

function adminsOnly(): TeamFailure {
  return new TeamFailure('not_allowed', 'Only an admin can do this.');
}

function keyOf(context: Context): SessionKey {
  const owner = context.req.param('owner');
  const session = context.req.param('session') ?? '';
  checkPerson(owner);
  checkSessionId(session);
  return { owner, session };
}

function verbOf(context: Context): 'show' | 'pull' {
  return context.req.query('for') === 'pull' ? 'pull' : 'show';
}

async function jsonBody(context: Context): Promise<{ [key: string]: unknown }> {
  const text = Buffer.from(await bodyBytes(context, 64 * 1024)).toString('utf8');
  try {
    return bodyObject(JSON.parse(text));
  } catch (error) {
    if (error instanceof TeamFailure) throw error;
    throw new TeamFailure('bad_request', 'The request is not JSON.');
  }
}

/** Reads part of an unwanted body, since a client that is still sending would not see the answer. Does not wait for a slow one. */
function drain(context: Context): Promise<void> {
  return Promise.race([drained(context), wait(DRAIN_MS)]);
}

const DRAIN_MS = 1000;

async function drained(context: Context): Promise<void> {
  let length = 0;
  for await (const part of (context.req.raw.body ?? []) as AsyncIterable<Uint8Array>) {
    length += part.length;
    if (length > LIMITS.pieceBytes) break;
  }
}

/** Keeps no more than the limit, whatever the headers say. Reads part of the rest, like `drain`. */
async function bodyBytes(context: Context, limit: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of (context.req.raw.body ?? []) as AsyncIterable<Uint8Array>) {
    length += part.length;
    if (length > 2 * limit) break;
    if (length <= limit) parts.push(part);
  }
  if (length > limit) throw tooLarge('The request', limit);
  return Buffer.concat(parts);
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

function startSweeps(
  sessions: Sessions,
  { keepDays, now, onFault }: Pick<AppOptions, 'keepDays' | 'now' | 'onFault'>,
): void {
  const sweep = () => void sessions.removeOlder(now() - keepDays * DAY).catch(onFault);
  setInterval(sweep, HOUR).unref();
  sweep();
}

import { join } from 'node:path';
import { dataFolder } from '@unspool/store';
import { TeamFailure } from '@unspool/team';
import { checkPerson, type RunningService, type ServiceOptions, startService } from '@unspool/team/service';
import type { Io } from '../io.js';
import { type Person, personAt } from '../serve/person.js';
import { portOf } from '../serve/serve.js';
import { UserError } from '../user-error.js';
import { userErrorOf } from './as-user.js';
import { openStoreAt } from './open-store-at.js';

export interface TeamServeOptions {
  store?: string;
  cluster?: string;
  port?: string;
  host?: string;
  name?: string;
  admin?: string;
  cert?: string;
  key?: string;
  behindProxy?: boolean;
  trustHeader?: string;
  keepDays?: string;
}

const PORT = 4780;

/** Runs a team service until it is stopped. */
export async function serveTeam(options: TeamServeOptions, io: Io, person: Person = personAt(io)): Promise<number> {
  // Before anything is started, which would keep the command running.
  if (options.admin !== undefined) checkPerson(options.admin);
  const { service, isNew } = await start(options, io);
  io.out(`${service.url}\n`);
  const admin = options.admin ?? (isNew ? nameOf(io) : undefined);
  if (admin !== undefined) {
    const code = await service.invite(admin, 'admin');
    io.err(`${isNew ? 'No admin has joined yet. ' : ''}To join as admin ${admin}, run this within 15 minutes:\n`);
    io.out(`unspool team join ${service.url} ${code}\n`);
  }
  io.err('Press Ctrl-C to stop.\n');
  await person.untilStopped(() => {});
  await service.close();
  return 0;
}

async function start(options: TeamServeOptions, io: Io): Promise<{ service: RunningService; isNew: boolean }> {
  if ((options.cert === undefined) !== (options.key === undefined)) {
    throw new UserError('TLS needs both --cert and --key.', { isUsage: true });
  }
  const store = await openStoreAt(options, join(dataFolder(io), 'team-store'));
  const isNew = !(await store.devices()).some(({ role, isRevoked }) => role === 'admin' && !isRevoked);
  const settings: ServiceOptions = {
    store,
    port: portOf(options.port) ?? PORT,
    keepDays: daysOf(options.keepDays),
    onFault: (error) => io.err(`${faultText(error)}\n`),
    ...(options.host !== undefined && { host: options.host }),
    ...(options.name !== undefined && { team: options.name }),
    ...(options.cert !== undefined && options.key !== undefined && { tls: { cert: options.cert, key: options.key } }),
    ...(options.behindProxy && { isBehindProxy: true }),
    ...(options.trustHeader !== undefined && { trustedHeader: options.trustHeader }),
  };
  try {
    return { service: await startService(settings), isNew };
  } catch (error) {
    await store.close();
    if (error instanceof TeamFailure) throw userErrorOf(error);
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
      throw new UserError(`Port ${settings.port} is taken.`, { hint: 'Choose another with --port.' });
    }
    throw error;
  }
}

/** The stack helps only if the fault is ours. */
function faultText(error: unknown): string {
  if (error instanceof TeamFailure) return [error.message, error.details.why].filter(Boolean).join(' ');
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** The account name, without characters that a person’s name cannot have. */
function nameOf({ env }: Io): string {
  const name = (env['USER'] ?? env['USERNAME'] ?? '').toLowerCase().replace(/[^a-z0-9._-]/g, '');
  return /^[a-z0-9]/.test(name) ? name.slice(0, 64).replace(/\.+$/, '') : 'admin';
}

function daysOf(text: string | undefined): number {
  if (text === undefined) return 0;
  if (/^\d{1,5}$/.test(text)) return Number(text);
  throw new UserError(`Cannot read "${text}" as a number of days.`, { isUsage: true });
}

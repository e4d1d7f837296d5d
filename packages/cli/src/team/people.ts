import { hostname } from 'node:os';
import { dataFolder } from '@unspool/store';
import {
  checkedUrl,
  forgetMembership,
  keepMembership,
  membershipOf,
  ROLES,
  type Role,
  TeamClient,
  TeamFailure,
} from '@unspool/team';
import type { Io } from '../io.js';
import { plural } from '../terminal/numbers.js';
import { safeLine } from '../terminal/safe.js';
import { table } from '../terminal/table.js';
import { when } from '../terminal/times.js';
import { UserError } from '../user-error.js';
import { asUser, joinedTeam } from './as-user.js';

interface Printing {
  json?: boolean;
}

export async function invite(
  person: string,
  { role = 'member', json }: Printing & { role?: string },
  io: Io,
): Promise<number> {
  if (!ROLES.includes(role as Role)) {
    throw new UserError(`There is no role "${role}".`, { hint: `Use one of: ${ROLES.join(', ')}.`, isUsage: true });
  }
  const { membership, client } = joinedTeam(io);
  const { code } = await client.invite(person, role as Role);
  const command = `unspool team join ${membership.url} ${code}`;
  if (json) io.out(`${JSON.stringify({ person, role, code, command })}\n`);
  else {
    io.err(`Run this on one machine of ${safeLine(person)} within 15 minutes:\n`);
    io.out(`${command}\n`);
  }
  return 0;
}

export async function join(
  url: string,
  code: string,
  { name, insecure, json }: Printing & { name?: string; insecure?: boolean },
  io: Io,
): Promise<number> {
  const folder = dataFolder(io);
  const known = membershipOf(folder);
  if (known) {
    throw new UserError(`This machine is already part of ${safeLine(known.team)}.`, {
      hint: 'Leave it first: unspool team leave',
    });
  }
  const address = await asUser(async () => checkedUrl(url, { isInsecureAllowed: insecure === true }));
  const joined = await asUser(() => new TeamClient(address, undefined).join(code, name ?? hostname()));
  const { token: _, salt: __, ...shown } = keepMembership(folder, { url: address, ...joined });
  if (json) io.out(`${JSON.stringify(shown)}\n`);
  else {
    io.out(`Joined ${safeLine(shown.team)} as ${safeLine(shown.person)} (${shown.role}).\n`);
    io.err('Nothing is shared yet. Share with: unspool team share PROJECT --as team\n');
  }
  return 0;
}

export async function devices({ json }: Printing, io: Io): Promise<number> {
  const list = await joinedTeam(io).client.devices();
  if (json) {
    io.out(`${JSON.stringify(list, null, 2)}\n`);
    return 0;
  }
  const rows = list.map((device) => [
    device.id,
    safeLine(device.person),
    device.role,
    safeLine(device.name),
    when(device.joinedAt, io.now),
    device.isRevoked ? 'revoked' : '',
  ]);
  const columns = [
    { head: 'device' },
    { head: 'person' },
    { head: 'role' },
    { head: 'name', isFlexible: true },
    { head: 'joined' },
    { head: '' },
  ];
  io.out(table(columns, rows, io.columns));
  return 0;
}

export async function revoke(device: string, { json }: Printing, io: Io): Promise<number> {
  await joinedTeam(io).client.revoke(device);
  io.out(
    json ? `${JSON.stringify({ revoked: device })}\n` : `Revoked ${safeLine(device)}. It can no longer read or push.\n`,
  );
  return 0;
}

/** What this machine shared stays in the team, unless it is withdrawn too. */
export async function leave({ withdraw, json }: Printing & { withdraw?: boolean }, io: Io): Promise<number> {
  const { membership, client } = joinedTeam(io);
  let withdrawn = 0;
  if (withdraw) {
    for await (const { owner, session } of client.sessions({ person: membership.person })) {
      await client.withdraw(owner, session);
      withdrawn++;
    }
  }
  try {
    await client.revoke(membership.device);
  } catch (error) {
    // An admin revoked it before. It must still be able to leave, or it could never join again.
    if (!(error instanceof TeamFailure && error.code === 'not_joined')) throw error;
  }
  forgetMembership(dataFolder(io));
  if (json) io.out(`${JSON.stringify({ left: membership.team, withdrawn })}\n`);
  else
    io.out(
      `Left ${safeLine(membership.team)}. ${withdraw ? `Withdrew ${plural(withdrawn, 'session')}.` : 'What you shared stays in the team.'}\n`,
    );
  return 0;
}

export async function removePerson(person: string, { json }: Printing, io: Io): Promise<number> {
  const removed = await joinedTeam(io).client.removePerson(person);
  if (json) io.out(`${JSON.stringify({ person, ...removed })}\n`);
  else
    io.out(
      `Removed ${safeLine(person)}: ${plural(removed.sessions, 'session')} deleted, ${plural(removed.devices, 'device')} revoked.\n`,
    );
  return 0;
}

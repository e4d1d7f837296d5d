import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '@unspool/session/read';
import { makeFolder, replaceFile } from '@unspool/session/write';
import { TeamFailure } from '../contract/failure.js';
import type { Role } from '../contract/model.js';

/** What a laptop knows of the team it joined. */
export interface Membership {
  url: string;
  token: string;
  team: string;
  person: string;
  role: Role;
  device: string;
  /** Makes a secret get the same token in every push. */
  salt: string;
}

export function teamFolder(dataFolder: string): string {
  return join(dataFolder, 'team');
}

const fileIn = (dataFolder: string) => join(teamFolder(dataFolder), 'membership.json');

export function membershipOf(dataFolder: string): Membership | undefined {
  const file = fileIn(dataFolder);
  if (!existsSync(file)) return undefined;
  const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return isObject(value) ? (value as unknown as Membership) : undefined;
}

export function requireMembership(dataFolder: string): Membership {
  const membership = membershipOf(dataFolder);
  if (membership) return membership;
  throw new TeamFailure('not_joined', 'This machine is not part of a team.', {
    hint: 'Join one with: unspool team join URL CODE. Start one with: unspool team serve',
  });
}

export function keepMembership(dataFolder: string, membership: Omit<Membership, 'salt'>): Membership {
  const salt = membershipOf(dataFolder)?.salt ?? randomBytes(32).toString('base64url');
  const whole = { ...membership, salt };
  makeFolder(teamFolder(dataFolder));
  replaceFile(fileIn(dataFolder), (sink) => sink.write(Buffer.from(`${JSON.stringify(whole, null, 2)}\n`)));
  return whole;
}

/** Also deletes the queue: without a team there is nobody to send it to. */
export function forgetMembership(dataFolder: string): void {
  for (const name of ['membership.json', 'queue']) {
    rmSync(join(teamFolder(dataFolder), name), { recursive: true, force: true });
  }
}

/** The address, if it is safe to send tokens to. */
export function checkedUrl(text: string, { isInsecureAllowed }: { isInsecureAllowed: boolean }): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new TeamFailure('bad_request', 'This is not the address of a service.', {
      hint: 'The format is https://team.example.com',
    });
  }
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol === 'http:' && !isHere && !isInsecureAllowed) {
    throw new TeamFailure('bad_request', 'Sessions and tokens are not sent without TLS.', {
      hint: 'Use the https:// address. On a network you trust: --insecure',
    });
  }
  return url.href.replace(/\/+$/, '');
}

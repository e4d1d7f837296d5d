import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { isObject } from '@unspool/session/read';
import { TeamFailure } from '../contract/failure.js';
import { LIMITS } from '../contract/limits.js';
import { ROLES, type Role } from '../contract/model.js';
import { isPerson } from '../contract/names.js';

export interface Invitation {
  person: string;
  role: Role;
  /** The id of the device that joins with it. Each code admits one device. */
  device: string;
  expires: number;
}

const MAC_BYTES = 16;

/** A code with which one device can join as this person, for 15 minutes. */
export function invitationCode(
  secret: string,
  { person, role, now }: { person: string; role: Role; now: number },
): string {
  checkPerson(person);
  for (;;) {
    const nonce = randomBytes(9).toString('base64url');
    const payload = Buffer.from(JSON.stringify([person, role, nonce, now + LIMITS.inviteMs]));
    const code = Buffer.concat([macOf(secret, payload), payload]).toString('base64url');
    // On a command line it would look like an option.
    if (!code.startsWith('-')) return code;
  }
}

/** Throws if the code is forged, damaged or expired. */
export function openInvitation(secret: string, code: string, now: number): Invitation {
  const bytes = Buffer.from(code.slice(0, 1000), 'base64url');
  const payload = bytes.subarray(MAC_BYTES);
  const mac = bytes.subarray(0, MAC_BYTES);
  if (mac.length !== MAC_BYTES || !timingSafeEqual(mac, macOf(secret, payload))) {
    throw new TeamFailure('not_allowed', 'This invitation is not valid.', { hint: NEW });
  }
  const [person, role, nonce, expires] = JSON.parse(payload.toString('utf8')) as [string, Role, string, number];
  if (expires < now) throw new TeamFailure('not_allowed', 'This invitation has expired.', { hint: NEW });
  return { person, role, expires, device: createHash('sha256').update(nonce).digest('hex').slice(0, 12) };
}

const NEW = 'Ask an admin for a new one: unspool team invite NAME';

function macOf(secret: string, payload: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(payload).digest().subarray(0, MAC_BYTES);
}

export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function checkPerson(person: unknown): asserts person is string {
  if (isPerson(person)) return;
  throw new TeamFailure('bad_request', 'This name cannot be used for a person.', {
    hint: 'Use lowercase letters, digits, dots and dashes, such as ana or ana.silva.',
  });
}

export function checkRole(role: unknown): asserts role is Role {
  if (ROLES.some((each) => each === role)) return;
  throw new TeamFailure('bad_request', 'There is no such role.', { hint: `Use one of: ${ROLES.join(', ')}.` });
}

export function bodyObject(value: unknown): { [key: string]: unknown } {
  if (isObject(value)) return value;
  throw new TeamFailure('bad_request', 'The request does not contain a JSON object.');
}

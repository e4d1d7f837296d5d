import type { Anchors } from '../anchor/anchors.js';
import { characterSet } from '../characters.js';
import type { Span } from '../finding.js';

/** Password hashes as written by `crypt`, Apache and web frameworks: `$2y$10$…`, `$6$salt$…`, `pbkdf2_sha256$…`. */
const BEGINNINGS = [
  '$2a',
  '$2b',
  '$2x',
  '$2y',
  '$1',
  '$5',
  '$6',
  '$7',
  '$y',
  '$gy',
  '$apr1',
  '$argon2',
  '$scrypt',
  '$pbkdf2',
];
const FORM =
  /\$(?:2[abxy]|1|5|6|7|g?y|apr1|argon2(?:id|i|d)|scrypt|pbkdf2(?:-sha\d+)?)\$[\w./+=,$-]{0,160}[\w./]{20,120}/y;
const DOLLAR = 36;

export function anchorCryptHashes(anchors: Anchors): void {
  for (const beginning of BEGINNINGS) anchors.word(beginning, { follow: { sets: [HASHED], count: 8 } });
}

const HASHED = characterSet('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789./$=,');

/** The hash whose first long part, after the name of its method, is the run that begins at `start`. */
export function cryptHashAt(text: string, start: number): Span | undefined {
  if (text.charCodeAt(start - 1) !== DOLLAR) return undefined;
  const method = METHOD.exec(text.slice(Math.max(0, start - LONGEST_METHOD), start))?.[0];
  if (!method) return undefined;
  FORM.lastIndex = start - method.length;
  const found = FORM.exec(text)?.[0];
  if (!found) return undefined;
  return { kind: 'password_hash', start: start - method.length, end: start - method.length + found.length };
}

const METHOD = /\$(?:2[abxy]|1|5|6|7|g?y|apr1|argon2(?:id|i|d)|scrypt|pbkdf2(?:-sha\d+)?)\$$/;
const LONGEST_METHOD = 20;

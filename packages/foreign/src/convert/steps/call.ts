import { createHash } from 'node:crypto';
import type { JsonObject } from '@unspool/session';

export interface Call {
  id: string;
  name: string;
  input: JsonObject;
}

/** Call ids that every provider accepts. OpenAI's older API allows 40 characters. */
const ID = /^[A-Za-z0-9_-]{1,40}$/;
const NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

/** The id itself, or one derived from it that every provider accepts. */
export function safeId(id: string): string {
  return ID.test(id) ? id : `call_${createHash('sha1').update(id).digest('hex').slice(0, 24)}`;
}

/** The tool's name itself, or one derived from it that every provider accepts. */
export function safeToolName(name: string): string {
  if (NAME.test(name)) return name;
  const plain = name.replace(/[^A-Za-z0-9_-]/g, '_');
  return (/^[A-Za-z_]/.test(plain) ? plain : `_${plain}`).slice(0, 64);
}

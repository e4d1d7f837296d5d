import type { JsonObject } from '@unspool/session';
import type { NewSession } from '../target.js';
import { Ids } from './ids.js';

/** Ids in the client's form: a kind, 48 bits of time and counter, and random letters. They sort by age. */
export interface OpencodeIds {
  session: string;
  next(kind: 'msg' | 'prt'): string;
  /** The id fields of a new part of this message. */
  part(messageID: string): JsonObject;
}

/**
 * All ids use the current time, in the order in which they are made. The time in an id wraps around every 2.2 years, so
 * an old message with its own time could sort after a new one.
 */
export function opencodeIds({ id, now }: Pick<NewSession, 'id' | 'now'>): OpencodeIds {
  const hashes = new Ids(id);
  let count = 0n;
  const times = BigInt(now) << 12n;
  const letters = () => hashes.hex(14);
  const hex = (value: bigint) => (value & LOWEST_48).toString(16).padStart(12, '0');
  // Sessions are listed by id, newest first.
  const session = `ses_${hex(~(times + 1n))}${letters()}`;
  const next = (kind: 'msg' | 'prt') => `${kind}_${hex(times + ++count)}${letters()}`;
  return { session, next, part: (messageID) => ({ id: next('prt'), sessionID: session, messageID }) };
}

const LOWEST_48 = (1n << 48n) - 1n;

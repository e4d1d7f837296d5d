import { paths } from '../format/paths.js';
import { type Fields, ParsedFields } from '../read/fields.js';
import { isObject } from '../read/json.js';
import type { JsonObject } from '../read/line.js';

/** The session in which a line was made, as far as the line records it. */
export interface MadeIn {
  /** Undefined if the line does not name a session. */
  sessionId: string | undefined;
  /** Whether the line is marked as copied from another session. */
  isCopied: boolean;
  /** Whether `sessionId` is certain to be the first of all sessions that have the line. */
  isOrigin: boolean;
}

/**
 * Reads the session in which a line was made. Forks keep the lines but give them their own session's id:
 * - from 2.1.326, a copied reply names the session that it was made in (`requestSessionId`);
 * - `/branch` names the session that it copied from (`forkedFrom`), where the line may also be a copy;
 * - other copies carry no mark.
 */
export function madeIn(line: Fields): MadeIn {
  const sessionId = line.text(paths.sessionId) || undefined;
  const requested = line.text(paths.requestSessionId) || undefined;
  if (requested !== undefined && requested !== sessionId) {
    return { sessionId: requested, isCopied: true, isOrigin: true };
  }
  if (!line.has(paths.forkedFrom)) return { sessionId, isCopied: false, isOrigin: false };
  const from = line.value(paths.forkedFrom);
  const named = isObject(from) ? from['sessionId'] : undefined;
  const isNamed = typeof named === 'string' && named !== '';
  return { sessionId: isNamed ? named : sessionId, isCopied: true, isOrigin: false };
}

/** Reads the session in which a parsed line was made. */
export function madeInOf(line: JsonObject): MadeIn {
  return madeIn(new ParsedFields(line));
}

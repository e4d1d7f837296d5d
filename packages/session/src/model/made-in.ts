import { paths } from '../format/paths.js';
import { type Fields, ParsedFields } from '../read/fields.js';
import { isObject } from '../read/json.js';
import type { JsonObject } from '../read/line.js';

/** In which session a line was made, as far as the line itself says so. */
export interface MadeIn {
  /** Undefined when the line names no session. */
  sessionId: string | undefined;
  /** Whether the line says that it was copied from another session. */
  isCopied: boolean;
  /** Whether `sessionId` is certain to be the first of all sessions that have the line. */
  isOrigin: boolean;
}

/**
 * Reads the session in which a line was made. Forks keep the lines and give them their own session's id:
 * - from 2.1.326, a copied reply names the session that it was made in (`requestSessionId`);
 * - `/branch` names the session that it copied from (`forkedFrom`), where the line may be a copy too;
 * - other copies say nothing.
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

/** The same for a parsed line. */
export function madeInOf(line: JsonObject): MadeIn {
  return madeIn(new ParsedFields(line));
}

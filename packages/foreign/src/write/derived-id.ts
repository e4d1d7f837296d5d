import { createHash } from 'node:crypto';

/** A UUID derived from names. The same names give the same UUID in every translation and on every machine. */
export function uuidOf(...names: readonly string[]): string {
  const hex = hashOf(names);
  // Version 8 is for custom UUIDs (RFC 9562).
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export function messageIdOf(...names: readonly string[]): string {
  return `msg_${hashOf(names).slice(0, 24)}`;
}

function hashOf(names: readonly string[]): string {
  return createHash('sha1').update(names.join('\n')).digest('hex');
}

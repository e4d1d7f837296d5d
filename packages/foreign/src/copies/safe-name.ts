import { createHash } from 'node:crypto';

const PLAIN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,120}$/;

/** A file name for an id: the id itself unless it could lead out of its folder or is invalid on some system. */
export function safeName(id: string): string {
  if (PLAIN.test(id) && !id.endsWith('.')) return id;
  return `id-${createHash('sha1').update(id).digest('hex').slice(0, 24)}`;
}

import { createHash } from 'node:crypto';

const PLAIN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,120}$/;

/** An id as a file's name: itself, unless it could lead out of its folder or is not a name on every system. */
export function safeName(id: string): string {
  if (PLAIN.test(id) && !id.endsWith('.')) return id;
  return `id-${createHash('sha1').update(id).digest('hex').slice(0, 24)}`;
}

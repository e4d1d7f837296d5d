import { type Line, readLines } from '@unspool/session';

/**
 * The lines of a copy that another machine has continued and that are not in this one: those with a new uuid, and lines
 * without a uuid that come with them. Appended, they become a branch: each line names the one it follows.
 */
export function* newLines(own: string, other: string): Generator<Uint8Array> {
  const known = new Set<string>();
  for (const line of readLines(own)) for (const uuid of uuidsOf(line)) known.add(uuid);
  let isNew = false;
  for (const line of readLines(other)) {
    const uuids = uuidsOf(line);
    if (uuids.length > 0) isNew = uuids.some((uuid) => !known.has(uuid));
    if (isNew && line.bytes) yield line.bytes;
  }
}

function uuidsOf({ objects }: Line): string[] {
  return objects.flatMap(({ uuid }) => (typeof uuid === 'string' ? [uuid] : []));
}

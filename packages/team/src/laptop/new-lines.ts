import { type Line, readLines } from '@unspool/session';

/**
 * The lines that another machine added to its copy of a session: lines with a new uuid, and the lines without a uuid that
 * follow them. Appended here, they become a branch, since each line names the one before it.
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

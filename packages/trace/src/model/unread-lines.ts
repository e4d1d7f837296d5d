import type { Session } from '@unspool/session';

/** How many lines hold something that could not be read: all of the line, or what is torn beside a whole object on it. */
export function unreadLines({ lines, problems, problemCounts, nodes }: Session): number {
  if (problemCounts.bad_json === undefined) return lines.skipped;
  const torn = new Set(problems.filter(({ kind }) => kind === 'bad_json').map(({ line }) => line));
  const halfRead = new Set(nodes.map(({ place }) => place.line).filter((line) => torn.has(line)));
  return lines.skipped + halfRead.size;
}

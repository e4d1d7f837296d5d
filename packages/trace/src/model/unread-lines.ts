import type { Session } from '@unspool/session';

/** How many lines could not be read in full: unreadable lines, and lines with damage next to a whole object. */
export function unreadLines({ lines, problems, problemCounts, nodes }: Session): number {
  if (problemCounts.bad_json === undefined) return lines.skipped;
  const torn = new Set(problems.filter(({ kind }) => kind === 'bad_json').map(({ line }) => line));
  const halfRead = new Set(nodes.map(({ place }) => place.line).filter((line) => torn.has(line)));
  return lines.skipped + halfRead.size;
}

import type { Node } from '@unspool/session';

/** Milliseconds since 1970 as OTLP's nanoseconds, without the rounding that a number of that size would bring. */
export function nanoseconds(ms: number): string {
  return Number.isFinite(ms) && ms > 0 ? `${Math.floor(ms)}000000` : '0';
}

/** The time of each line of a thread. A line without one happened when its neighbour did; without any, in 1970. */
export class Times {
  private readonly times = new Map<Node, number>();
  private readonly first: number;

  constructor(nodes: readonly Node[]) {
    this.first = nodes.find((node) => !Number.isNaN(node.time))?.time ?? 0;
    let last = this.first;
    for (const node of nodes) {
      if (!Number.isNaN(node.time)) last = node.time;
      this.times.set(node, last);
    }
  }

  of(node: Node): number {
    return this.times.get(node) ?? (Number.isNaN(node.time) ? this.first : node.time);
  }

  /** The latest of some lines, but not before `start`. */
  latest(nodes: Iterable<Node>, start: number): number {
    let latest = start;
    for (const node of nodes) latest = Math.max(latest, this.of(node));
    return latest;
  }
}

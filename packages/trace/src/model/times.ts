import type { Node } from '@unspool/session';

/** Milliseconds since 1970 as OTLP's nanoseconds. A string, since a number of that size would be rounded. */
export function nanoseconds(ms: number): string {
  return Number.isFinite(ms) && ms > 0 ? `${Math.floor(ms)}000000` : '0';
}

/** The time of each line of a thread. A line without a time gets that of the line before; with no times at all, 1970. */
export class Times {
  /** For lines without a time. */
  private guessed: Map<Node, number> | undefined;
  private first = 0;

  constructor(private readonly nodes: readonly Node[]) {}

  of(node: Node): number {
    const { time } = node;
    return Number.isNaN(time) ? this.guess(node) : time;
  }

  /** The latest time of some lines, but never before `start`. */
  latest(nodes: Iterable<Node>, start: number): number {
    let latest = start;
    for (const node of nodes) {
      const time = this.of(node);
      if (time > latest) latest = time;
    }
    return latest;
  }

  private guess(node: Node): number {
    this.guessed ??= this.guessAll();
    return this.guessed.get(node) ?? this.first;
  }

  private guessAll(): Map<Node, number> {
    const { nodes } = this;
    this.first = nodes.find(({ time }) => !Number.isNaN(time))?.time ?? 0;
    const guessed = new Map<Node, number>();
    let last = this.first;
    for (const node of nodes) {
      if (Number.isNaN(node.time)) guessed.set(node, last);
      else last = node.time;
    }
    return guessed;
  }
}

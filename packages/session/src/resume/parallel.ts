import { append } from './append.js';
import { isAside } from './aside.js';
import { Children } from './children.js';
import { LineSet } from './line-set.js';
import type { ResumeLine } from './resume-line.js';
import { type CallingReply, strayResults } from './stray-results.js';

/**
 * B4: the chain takes one path through a reply whose calls ran in parallel. This class adds the reply's other lines,
 * their results, and the asides below them that do not lead to another branch.
 */
export class Replies {
  private readonly children: Children;

  constructor(private readonly lines: readonly ResumeLine[]) {
    this.children = new Children(lines);
  }

  withParallelCalls(chain: readonly ResumeLine[]): readonly ResumeLine[] {
    const stretches = this.stretchesOf(chain);
    const assistants = this.assistantsOf(stretches);
    const taken = new LineSet(this.lines);
    for (const line of chain) taken.add(line);
    const strays = strayResults(this.calling(stretches, assistants, chain), chain, this.lines);
    const insertBefore = new Map<number, ResumeLine[]>();
    for (const [messageId, stretch] of stretches) {
      const reply = { lines: assistants.get(messageId) ?? [], strays: strays.get(messageId) ?? [] };
      const pulled = this.missing(reply, chain.slice(stretch.first, stretch.end), taken);
      let at = stretch.first + 1;
      // B4: in file order, after the reply's first line on the chain and within its stretch.
      for (const line of pulled.sort((a, b) => a.order - b.order)) {
        while (at < stretch.end && (chain[at]?.order ?? 0) < line.order) at++;
        append(insertBefore, at, line);
      }
    }
    if (insertBefore.size === 0) return chain;
    const whole: ResumeLine[] = [];
    for (let at = 0; at <= chain.length; at++) {
      for (const line of insertBefore.get(at) ?? []) whole.push(line);
      const line = chain[at];
      if (line) whole.push(line);
    }
    return whole;
  }

  /** Returns all lines of the replies on the chain, by message id. */
  private assistantsOf(stretches: ReadonlyMap<string, Stretch>): Map<string, ResumeLine[]> {
    const assistants = new Map<string, ResumeLine[]>();
    for (const line of this.lines) {
      const messageId = line.node.reply?.messageId;
      if (messageId && stretches.has(messageId)) append(assistants, messageId, line);
    }
    return assistants;
  }

  /** Lazy, so that the lists of all replies are not in memory at once. */
  private *calling(
    stretches: ReadonlyMap<string, Stretch>,
    assistants: ReadonlyMap<string, ResumeLine[]>,
    chain: readonly ResumeLine[],
  ): Iterable<CallingReply> {
    for (const [messageId, { first, end }] of stretches) {
      const lines = assistants.get(messageId) ?? [];
      const near = [...chain.slice(first, end), ...lines.flatMap((line) => this.resultsUnder(line))];
      yield { messageId, lines, near };
    }
  }

  /** Returns the lines of a reply that are not yet taken, and takes them. */
  private missing({ lines: replies, strays }: Reply, stretch: readonly ResumeLine[], taken: LineSet): ResumeLine[] {
    const results = [...replies.flatMap((line) => this.resultsUnder(line)), ...strays];
    const pulled = [...replies, ...results].filter((line) => !taken.has(line));
    for (const line of pulled) taken.add(line);
    const calls = new Set(replies.flatMap((line) => line.node.reply?.uses.map((use) => use.id) ?? []));
    if (calls.size === 0) return pulled;
    const onChain = stretch.filter((line) => answers(line, calls) || isAside(line));
    for (const host of new Set([...replies, ...results, ...onChain])) {
      if (host.node.isSidechain || (host.node.user && host.parent?.node.isSidechain)) continue;
      for (const aside of this.asidesUnder(host, calls, taken)) {
        taken.add(aside);
        pulled.push(aside);
      }
    }
    return pulled;
  }

  private resultsUnder(line: ResumeLine): ResumeLine[] {
    return this.children.of(line).filter((child) => child.node.user?.results.length);
  }

  private asidesUnder(host: ResumeLine, calls: Set<string>, taken: LineSet): ResumeLine[] {
    return this.children.of(host).flatMap((child) => this.asides(child, calls, taken));
  }

  /**
   * Returns a line and all its descendants, or none if there is a prompt or another reply among them, which makes it a
   * branch.
   */
  private asides(root: ResumeLine, calls: Set<string>, taken: LineSet): ResumeLine[] {
    const found: ResumeLine[] = [];
    const left = [root];
    for (let line = left.pop(); line; line = left.pop()) {
      if (taken.has(line)) continue;
      if (!isAside(line) && !answers(line, calls)) return [];
      found.push(line);
      for (const child of this.children.of(line)) left.push(child);
    }
    return found;
  }

  private stretchesOf(chain: readonly ResumeLine[]): Map<string, Stretch> {
    const stretches = new Map<string, Stretch>();
    chain.forEach((line, at) => {
      const messageId = line.node.reply?.messageId;
      if (!messageId) return;
      const stretch = stretches.get(messageId);
      if (stretch) stretch.end = at + 1;
      else stretches.set(messageId, { first: at, end: at + 1 });
    });
    for (const stretch of stretches.values()) {
      while (this.isResultOrAside(chain[stretch.end])) stretch.end++;
    }
    return stretches;
  }

  private isResultOrAside(line: ResumeLine | undefined): boolean {
    if (!line) return false;
    return Boolean(line.node.user?.results.length) || line.node.type === 'system' || isAside(line);
  }
}

interface Reply {
  lines: ResumeLine[];
  /** Results elsewhere in the file. */
  strays: ResumeLine[];
}

interface Stretch {
  first: number;
  /** After the reply's last line on the chain and the results and asides that follow it. */
  end: number;
}

function answers({ node }: ResumeLine, calls: Set<string>): boolean {
  return Boolean(node.user?.results.some((result) => calls.has(result.tool_use_id)));
}

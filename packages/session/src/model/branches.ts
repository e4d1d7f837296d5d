import { lastByUuid } from './membership.js';
import type { Node } from './node.js';
import type { Turns } from './turns.js';

/** A place where the conversation was rewound, edited or retried: several turns continue from it. */
export interface BranchPoint {
  /** The last shared line; undefined if the turns are all first prompts. */
  at: Node | undefined;
  /** Turn numbers, in file order. */
  turns: number[];
}

/**
 * Finds where the conversation was rewound, edited or retried. Parallel results and progress lines also fork the graph,
 * but not by choice, and are left out.
 */
export function branchesOf({ turns, preamble }: Turns): BranchPoint[] {
  const byUuid = lastByUuid([...preamble, ...turns.flatMap((turn) => turn.nodes)]);
  const byPlace = new Map<Node | undefined, number[]>();
  for (const turn of turns) {
    const at = lastWords(turn.start, byUuid);
    if (at === 'lost') continue;
    const numbers = byPlace.get(at);
    if (numbers) numbers.push(turn.number);
    else byPlace.set(at, [turn.number]);
  }
  return [...byPlace].filter(([, numbers]) => numbers.length > 1).map(([at, numbers]) => ({ at, turns: numbers }));
}

/** Returns the numbers of the turns that lead to a turn, first one first. */
export function pathTo({ turns }: Turns, number: number): number[] {
  const path = new Set<number>();
  for (let at: number | undefined = number; at !== undefined && !path.has(at); at = turns[at - 1]?.parent) path.add(at);
  return [...path].reverse();
}

/**
 * Returns the nearest ancestor that contains words. Hooks, attachments and progress lines may be in between. Undefined
 * at a root; 'lost' if the chain ends at a line that is not in the file.
 */
function lastWords(start: Node, byUuid: ReadonlyMap<string, Node>): Node | undefined | 'lost' {
  const passed = new Set<Node>();
  let at = start;
  while (!passed.has(at)) {
    passed.add(at);
    if (at.parentUuid === null) return undefined;
    const parent = at.parentUuid === undefined ? undefined : byUuid.get(at.parentUuid);
    if (!parent) return 'lost';
    if (parent.user || parent.reply) return parent;
    at = parent;
  }
  return 'lost';
}

import type { Entry } from '../../format/entry.js';
import type { GraphEntry } from '../../format/schema.js';
import { nodeOf } from '../../model/make-node.js';
import type { Node } from '../../model/node.js';
import type { Session } from '../../model/session.js';
import { type Chain, chainOf } from '../../resume/chain.js';
import { linesOf } from '../../resume/lines.js';
import { insertedIndex, nodesAfter } from '../nodes-after.js';
import { addChange, draftPlan } from '../plan.js';
import { Remains, uuidAfter } from '../references.js';
import type { Finding } from './finding.js';
import type { Survey } from './survey.js';

export interface RepairOptions {
  newUuid: () => string;
  /** Which findings to repair; default: all. */
  isWanted?: (finding: Finding) => boolean;
  /** When the file was last written, in milliseconds. Used when no line has a time. */
  lastWritten?: number;
}

/** A repair under construction. Each kind of finding sees the session as the previous kinds left it. */
export class RepairDraft {
  readonly plan = draftPlan('repair', 'repaired');
  readonly findings: Finding[] = [];
  /** The nodes of lines whose content changes. */
  private readonly changed = new Map<number, Node>();
  private view: Node[] | undefined;
  private resumed: { view: readonly Node[]; chain: Chain | undefined } | undefined;
  private spoken: number | undefined;

  constructor(
    readonly session: Session,
    readonly survey: Survey,
    readonly options: RepairOptions,
  ) {}

  /** Adds a finding and, if it is wanted, repairs it. */
  propose(finding: Finding, repair: () => void): void {
    if (this.options.isWanted && !this.options.isWanted(finding)) return;
    this.findings.push(finding);
    repair();
    this.view = undefined;
  }

  /** Whether a line may be dropped: some of the conversation must be left to resume. */
  mayDrop(node: Node): boolean {
    this.spoken ??= this.nodes().filter((each) => isSpoken(each) && each.place.isWhole).length;
    return this.spoken > 1 || !isSpoken(node);
  }

  drop(node: Node): void {
    this.plan.drops.add(node.index);
    if (this.spoken !== undefined && isSpoken(node)) this.spoken--;
  }

  change(node: Node, change: (entry: Entry) => Entry): void {
    addChange(this.plan, node.index, change);
    this.changed.set(node.index, nodeOf(this.read(node), node.place, node.index));
  }

  /** Returns an entry after the changes so far. */
  read(node: Node): Entry {
    const inserted = Number.isInteger(node.index) ? undefined : this.inserted(node.index);
    if (inserted) return inserted;
    const entry = this.session.read(node);
    return this.plan.changes.get(node.index)?.(entry) ?? entry;
  }

  private inserted(index: number): Entry | undefined {
    const entries = this.plan.inserts.get(Math.floor(index) + 1) ?? [];
    return entries.find((_, at) => insertedIndex(Math.floor(index) + 1, at, entries.length) === index);
  }

  isChanged(node: Node): boolean {
    return this.changed.has(node.index);
  }

  /**
   * Names the line to continue from, with a `last-prompt` line. Must not be a sub-agent's line, which the client
   * refuses.
   */
  continueFrom(leafUuid: string): void {
    if (this.nodes().findLast((node) => node.uuid === leafUuid)?.isSidechain) return;
    const { nodes, sessionId } = this.session;
    const others = this.plan.inserts.get(nodes.length)?.filter((entry) => entry['type'] !== 'last-prompt') ?? [];
    this.plan.inserts.set(nodes.length, [...others, { type: 'last-prompt', leafUuid, sessionId }]);
    this.view = undefined;
  }

  /** The session's nodes after the plan, with the indexes they have in the file. */
  nodes(): readonly Node[] {
    this.view ??= nodesAfter(this.session.nodes, this.plan, this.changed);
    return this.view;
  }

  /** Applies drops and new parents to inserted lines directly, because a plan can only name lines of the file. */
  settleInserts(): void {
    const { inserts, drops, parents } = this.plan;
    const gone = new Map<string, string | null>();
    for (const [index, entries] of inserts) {
      const kept = entries.flatMap((entry, at): Entry[] => {
        const own = insertedIndex(index, at, entries.length);
        const { uuid, parentUuid } = entry as GraphEntry;
        const parent = parents.get(own);
        parents.delete(own);
        if (!drops.delete(own)) return [parent === undefined ? entry : ({ ...entry, parentUuid: parent } as Entry)];
        if (uuid !== undefined) gone.set(uuid, parentUuid ?? null);
        return [];
      });
      if (kept.length > 0) inserts.set(index, kept);
      else inserts.delete(index);
    }
    if (gone.size === 0) return;
    for (const [index, parent] of parents) {
      const above = parent === null ? undefined : gone.get(parent);
      if (above !== undefined) parents.set(index, above);
    }
    this.view = undefined;
  }

  /** What the client would resume now. */
  chain(): Chain | undefined {
    const view = this.nodes();
    if (this.resumed?.view !== view) this.resumed = { view, chain: chainOf({ lines: linesOf(view), nodes: view }) };
    return this.resumed.chain;
  }

  /** Frees what is kept for the next question: as much as half of a session's nodes. */
  release(): void {
    this.view = undefined;
    this.resumed = undefined;
  }

  /** Returns the uuid of a line, or of its nearest kept ancestor. */
  remainsOf(node: Node): string | undefined {
    const uuid = uuidAfter(node, this.plan);
    if (uuid === undefined) return undefined;
    return new Remains(this.session.nodes, this.plan).of(uuid) ?? undefined;
  }
}

/** Whether a line is part of the main conversation. */
export function isSpoken(node: Node): boolean {
  return !node.isSidechain && (node.user !== undefined || node.reply !== undefined);
}

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
  /** Which findings are mended; all unless given. */
  isWanted?: (finding: Finding) => boolean;
  /** When the file was last written, in milliseconds: the only time there is where no line has one. */
  lastWritten?: number;
}

/** A repair while it is planned. Each kind of finding looks at the session as the kinds before it leave it. */
export class RepairDraft {
  readonly plan = draftPlan('repair');
  readonly findings: Finding[] = [];
  /** What is said on lines whose content changes. */
  private readonly changed = new Map<number, Node>();
  private view: Node[] | undefined;
  private spoken: number | undefined;

  constructor(
    readonly session: Session,
    readonly survey: Survey,
    readonly options: RepairOptions,
  ) {}

  /** Notes a finding and, when it is wanted, mends it. */
  propose(finding: Finding, mend: () => void): void {
    if (this.options.isWanted && !this.options.isWanted(finding)) return;
    this.findings.push(finding);
    mend();
    this.view = undefined;
  }

  /** Something of the conversation must be left: without any line there is nothing to resume. */
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

  /** An entry as the changes so far leave it. */
  read(node: Node): Entry {
    const entry = this.session.read(node);
    return this.plan.changes.get(node.index)?.(entry) ?? entry;
  }

  isChanged(node: Node): boolean {
    return this.changed.has(node.index);
  }

  /** Names the line to go on from, with a line of the client's own kind. The client refuses a sub-agent's line. */
  goOnFrom(leafUuid: string): void {
    if (this.nodes().findLast((node) => node.uuid === leafUuid)?.isSidechain) return;
    const { nodes, sessionId } = this.session;
    const others = this.plan.inserts.get(nodes.length)?.filter((entry) => entry['type'] !== 'last-prompt') ?? [];
    this.plan.inserts.set(nodes.length, [...others, { type: 'last-prompt', leafUuid, sessionId }]);
    this.view = undefined;
  }

  /** The session's nodes as the plan leaves them, under the numbers they have in the file. */
  nodes(): readonly Node[] {
    this.view ??= nodesAfter(this.session.nodes, this.plan, this.changed);
    return this.view;
  }

  /** Takes what was decided about new lines into the lines themselves: a plan can drop and hang only old ones. */
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

  /** What the client would take now. */
  chain(nodes = this.nodes()): Chain | undefined {
    return chainOf({ lines: linesOf(nodes), nodes });
  }

  /** What has become of a line: itself, or the nearest one above it that stays. */
  remainsOf(node: Node): string | undefined {
    const uuid = uuidAfter(node, this.plan);
    if (uuid === undefined) return undefined;
    return new Remains(this.session.nodes, this.plan).of(uuid) ?? undefined;
  }
}

/** A line of the main conversation, as opposed to what hangs beside it. */
export function isSpoken(node: Node): boolean {
  return !node.isSidechain && (node.user !== undefined || node.reply !== undefined);
}

import type { EditPlan } from '../plan.js';
import type { FieldPatch, Lineage } from '../references.js';
import { Flag } from './line-columns.js';
import type { SessionColumns } from './session-columns.js';

/** Less than of any line. */
const NOTHING = -0x80000000;

/** Finds, for lines that an edit drops, what stands in their place: as `Remains`, from columns. */
export class ColumnRemains implements Lineage {
  /** By the number of an id: 1 when its line is dropped. */
  private readonly dropped: Uint8Array;
  /** By the number of an id that is dropped: what `keptAbove` has found; 0 before that. */
  private readonly known: Int32Array;

  constructor(
    private readonly session: SessionColumns,
    { drops }: EditPlan,
  ) {
    this.dropped = new Uint8Array(session.lineOf.length);
    this.known = new Int32Array(session.lineOf.length);
    for (const line of drops) this.dropped[session.columns.own[line] ?? 0] = 1;
    this.dropped[0] = 0;
  }

  isDropped(uuid: string): boolean {
    return this.dropped[this.session.ids.kernel.findText(uuid)] === 1;
  }

  of(uuid: string): string | null {
    const number = this.session.ids.kernel.findText(uuid);
    return this.dropped[number] === 1 ? this.ofNumber(number) : uuid;
  }

  /** By the number of an id. */
  isDroppedNumber(number: number): boolean {
    return this.dropped[number] === 1;
  }

  /** Whether a kept line hangs on a dropped one. */
  hangsOnDropped(line: number): boolean {
    const { parent, flags } = this.session.columns;
    return this.dropped[parent[line] ?? 0] === 1 && ((flags[line] ?? 0) & Flag.indirect) === 0;
  }

  /** What has to change on a kept line, as far as columns tell. */
  patchesFor(line: number): FieldPatch[] {
    const { session } = this;
    const patches: FieldPatch[] = [];
    if (this.hangsOnDropped(line)) {
      const number = session.columns.parent[line] ?? 0;
      patches.push({ field: 'parentUuid', from: session.ids.kernel.oldText(number), to: this.ofNumber(number) });
    }
    const rare = session.rare.get(line);
    for (const field of ['logicalParentUuid', 'leafUuid'] as const) {
      const uuid = rare?.[field];
      if (uuid !== undefined && this.isDropped(uuid)) patches.push({ field, from: uuid, to: this.of(uuid) });
    }
    return patches;
  }

  /** The nearest line above a dropped one that stays. */
  ofNumber(number: number): string | null {
    const kept = this.keptAbove(number);
    return kept > 0 ? this.session.ids.kernel.oldText(kept) : (this.session.lostParents.get(-1 - kept) ?? null);
  }

  /** The number of its id; where there is none, what a line hangs on whose parent is not in the file: -1 and less. */
  keptAbove(number: number): number {
    const { known, dropped, session } = this;
    const { parent, flags } = session.columns;
    const passed: number[] = [];
    let at = number;
    let kept = known[at] ?? NOTHING;
    while (kept === 0) {
      passed.push(at);
      // Until it is known: lines that hang on each other hang on nothing.
      known[at] = NOTHING;
      const line = (session.lineOf[at] ?? 0) - 1;
      at = ((flags[line] ?? 0) & Flag.indirect) === 0 ? (parent[line] ?? 0) : 0;
      if (at === 0) kept = -1 - line;
      else kept = dropped[at] === 1 ? (known[at] ?? NOTHING) : at;
    }
    for (const each of passed) known[each] = kept;
    return kept;
  }
}

import type { EditPlan } from '../plan.js';
import type { FieldPatch, Lineage } from '../references.js';
import { Flag } from './line-columns.js';
import type { SessionColumns } from './session-columns.js';

/** Finds, for lines that an edit drops, what stands in their place: as `Remains`, from columns. */
export class ColumnRemains implements Lineage {
  /** By the number of an id: 1 when its line is dropped. */
  private readonly dropped: Uint8Array;
  private readonly known = new Map<number, string | null>();

  constructor(
    private readonly session: SessionColumns,
    { drops }: EditPlan,
  ) {
    this.dropped = new Uint8Array(session.lineOf.length);
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
    const passed = new Set<number>();
    let at = number;
    let result: string | null | undefined;
    while (result === undefined) {
      result = this.known.get(at);
      if (result !== undefined) break;
      passed.add(at);
      const line = (this.session.lineOf[at] ?? 0) - 1;
      const { parent, flags } = this.session.columns;
      const above = ((flags[line] ?? 0) & Flag.indirect) === 0 ? (parent[line] ?? 0) : 0;
      if (above === 0) result = this.session.lostParents.get(line) ?? null;
      else if (this.dropped[above] !== 1) result = this.session.ids.kernel.oldText(above);
      else if (passed.has(above)) result = null;
      at = above;
    }
    for (const each of passed) this.known.set(each, result);
    return result;
  }
}

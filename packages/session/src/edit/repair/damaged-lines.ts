import type { RepairKind } from './finding.js';
import type { RepairDraft } from './repair-draft.js';
import type { DamagedLine } from './survey.js';

const SHOWN = 20;

/**
 * Puts glued objects on lines of their own and removes bytes outside objects. The client reads at most the first object
 * of such a line.
 */
export function repairDamagedLines(draft: RepairDraft): void {
  const lossy: DamagedLine[] = [];
  for (const damaged of draft.survey.damaged) {
    const { line, byte, what } = damaged;
    if (draft.plan.repairs.has(line)) continue;
    draft.propose({ kind: kindOf(damaged), line, byte, what, repair: repairOf(damaged) }, () => {
      draft.plan.repairs.add(line);
      if (damaged.lostBytes > 0) lossy.push(damaged);
    });
  }
  if (lossy.length > 0) draft.plan.notes.push(noteOf(lossy));
}

function kindOf({ objects, hasNul }: DamagedLine): RepairKind {
  if (objects > 1) return 'glued';
  return hasNul ? 'nul' : 'garbage';
}

function repairOf({ objects, lostBytes }: DamagedLine): string {
  const lost = lostBytes > 0 ? `; ${lostBytes} bytes that belong to none are left out` : '';
  if (objects > 1) return `split into ${objects} lines${lost}`;
  if (objects === 1) return `keep the object on it; ${lostBytes} bytes are left out`;
  return `leave the line out, ${lostBytes} bytes`;
}

/** Returns which bytes of the original are not in the result. */
function noteOf(lossy: readonly DamagedLine[]): string {
  const bytes = lossy.reduce((sum, { lostBytes }) => sum + lostBytes, 0);
  const places = lossy.slice(0, SHOWN).map(({ line, byte, lostBytes }) => `${line} (byte ${byte}: ${lostBytes})`);
  const more = lossy.length > SHOWN ? ` and ${lossy.length - SHOWN} more` : '';
  return `${bytes} damaged bytes are left out, on ${lossy.length === 1 ? 'line' : 'lines'} ${places.join(', ')}${more}; the original keeps them`;
}

import type { Entry } from '../../format/entry.js';
import type { Chain } from '../../resume/chain.js';
import { endOf } from '../../resume/resume.js';
import type { RepairDraft } from './repair-draft.js';

/**
 * The client refuses a session whose conversation ends with a line without a time. Such a line gets the time of the
 * newest line before it, so that nothing seems to have happened later than it did.
 */
export function dateTheEnd(draft: RepairDraft): void {
  const chain = draft.chain();
  if (!chain || chain.tip.node.isSidechain) return;
  const { node } = endOf(chain);
  if (!Number.isNaN(node.time)) return;
  const newest = newestTime(chain);
  const time = newest ?? draft.options.lastWritten;
  if (time === undefined) return;
  const timestamp = new Date(Math.trunc(time)).toISOString();
  const { line, byte } = node.place;
  const finding = {
    kind: 'timestamp',
    line,
    byte,
    what: 'the conversation ends here, and the line has no valid time: the client refuses the session',
    repair: `give it the time ${newest === undefined ? 'when the file was last written' : 'of the newest line before it'}, ${timestamp}`,
  } as const;
  draft.propose(finding, () => draft.change(node, (entry) => ({ ...entry, timestamp }) as Entry));
}

function newestTime({ ancestry }: Chain): number | undefined {
  let newest: number | undefined;
  for (const { node } of ancestry) if (node.time > (newest ?? Number.NEGATIVE_INFINITY)) newest = node.time;
  return newest;
}

import { PROMPT_MARK } from './convert-session.js';
import type { LeftBehind } from './left-behind.js';
import type { Tally } from './steps/tally.js';

/** Something of the source that the new session does not have, and why. */
export interface Loss {
  what: string;
  count: number;
  why: string;
}

type Counts = Partial<Tally & LeftBehind & { injected: number }>;

/** What is lost, the most important first. `label` names the target. */
export function lossesOf(counts: Counts, label: string): Loss[] {
  const all: [count: number | undefined, what: string, why: string][] = [
    [counts.turnsBeforeCompaction, 'turns before the last compaction', 'their summary is carried instead'],
    [counts.turnsOfOtherBranches, 'turns of other branches', 'only the active branch is carried'],
    [counts.subAgents, "sub-agents' own transcripts", 'the results of their calls are carried'],
    [counts.thinking, 'blocks of thinking', 'only the provider that wrote them accepts them'],
    [counts.lostImages, 'images', `${label} cannot read images from a session; a note says where they were`],
    [counts.documents, 'documents', 'a note says where they were'],
    [counts.serverCalls, 'calls that the provider ran itself', `${label} has no form for them`],
    [counts.failures, 'marks of failed calls', `${label} has no such mark; the text of the result is carried`],
    [
      counts.fitted,
      'prompts as they were',
      `"${PROMPT_MARK}" is put before them: ${label} would take them for something else`,
    ],
    [counts.injected, 'messages of the other client for its model', 'they do not hold for this one'],
  ];
  return all.flatMap(([count = 0, what, why]) => (count > 0 ? [{ what, count, why }] : []));
}

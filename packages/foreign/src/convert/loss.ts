import { PROMPT_MARK } from './convert-session.js';
import type { LeftBehind } from './left-behind.js';
import type { Tally } from './steps/tally.js';
import type { LeftOut } from './take-over.js';

/** Something that the new session lacks, and why. */
export interface Loss {
  kind: keyof Counts;
  count: number;
  /** With the number: "2 images". */
  what: string;
  why: string;
}

type Counts = Partial<Omit<Tally, 'tools'> & LeftBehind & LeftOut>;

type Words = readonly [kind: keyof Counts, one: string, many: string, why: string];

/** The losses, most important first. `label` is the target's name. */
export function lossesOf(counts: Counts, label: string): Loss[] {
  const all: Words[] = [
    [
      'turnsBeforeCompaction',
      'turn before the last compaction',
      'turns before the last compaction',
      'the summary is carried over instead',
    ],
    [
      'turnsOfOtherBranches',
      'turn of another branch',
      'turns of other branches',
      'only the active branch is carried over',
    ],
    [
      'subAgents',
      "sub-agent's own transcript",
      "sub-agents' own transcripts",
      'the results of the calls that started them are carried over',
    ],
    ['thinking', 'block of thinking', 'blocks of thinking', 'no provider accepts the thinking of another'],
    ['lostImages', 'image', 'images', `${label} loads none from a session; each is replaced with a note`],
    ['documents', 'document', 'documents', 'each is replaced with a note'],
    [
      'serverCalls',
      'call that the provider ran itself',
      'calls that the provider ran itself',
      'other agents cannot show them',
    ],
    [
      'failures',
      'mark of a failed call',
      'marks of failed calls',
      `${label} has no such mark; the text of the result is carried over`,
    ],
    [
      'fitted',
      'unchanged prompt',
      'unchanged prompts',
      `"${PROMPT_MARK}" is put in front, because ${label} would treat it as something else`,
    ],
    [
      'injected',
      'message that the other client wrote for its model',
      'messages that the other client wrote for its model',
      `${label} writes its own`,
    ],
  ];
  return all.flatMap(([kind, one, many, why]): Loss[] => {
    const count = counts[kind] ?? 0;
    return count > 0 ? [{ kind, count, what: `${count} ${count === 1 ? one : many}`, why }] : [];
  });
}

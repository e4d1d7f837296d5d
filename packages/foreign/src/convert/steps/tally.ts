/** Counts of what was carried over from a conversation and what was not. */
export interface Tally {
  prompts: number;
  replies: number;
  calls: number;
  results: number;
  images: number;
  /** Thinking blocks that were left out. */
  thinking: number;
  /** Images that were replaced with a note. */
  lostImages: number;
  /** Documents that were replaced with a note. */
  documents: number;
  /** Calls that the provider ran, with their results. */
  serverCalls: number;
  /** Results that lost their error mark. */
  failures: number;
  /** Prompts that were changed so that the target treats them as prompts. */
  fitted: number;
  /** Calls by the name in the source, with the name in the target. */
  tools: Map<string, { as: string; calls: number }>;
}

export function newTally(): Tally {
  return {
    prompts: 0,
    replies: 0,
    calls: 0,
    results: 0,
    images: 0,
    thinking: 0,
    lostImages: 0,
    documents: 0,
    serverCalls: 0,
    failures: 0,
    fitted: 0,
    tools: new Map(),
  };
}

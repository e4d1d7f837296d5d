/** What repair looks for, in the order in which it is mended. */
export const repairKinds = [
  'glued',
  'nul',
  'garbage',
  'foreign',
  'duplicate',
  'parent',
  'hollow-thinking',
  'thinking-only',
  'tool-result',
  'last-prompt',
  'branch',
  'timestamp',
  'tool-use',
] as const;

export type RepairKind = (typeof repairKinds)[number];

/** One thing that is wrong with a session and can be mended alone. */
export interface Finding {
  kind: RepairKind;
  /** 1-based line number. */
  line: number;
  byte: number;
  what: string;
  /** What mends it. */
  repair: string;
}

/** What each kind means, for lists and help. */
export const kindTitles: Record<RepairKind, string> = {
  glued: 'several objects on one line',
  nul: 'NUL bytes',
  garbage: 'bytes that are no JSON object',
  foreign: 'lines of another session',
  duplicate: 'one uuid on several lines',
  parent: 'a parent that is not in the file, or that leads back to the line',
  'last-prompt': 'a stale last-prompt line',
  branch: 'a resume that takes a branch without the conversation',
  timestamp: 'an end of the conversation without a valid time',
  'hollow-thinking': 'thinking without a signature',
  'thinking-only': 'a reply that is nothing but thinking',
  'tool-use': 'a tool call without a result',
  'tool-result': 'a tool result without a call',
};

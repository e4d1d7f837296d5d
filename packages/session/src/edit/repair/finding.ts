/** What repair looks for, in the order of repair. */
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

/** One of `repairKinds`. */
export type RepairKind = (typeof repairKinds)[number];

/** One fault of a session that can be repaired on its own. */
export interface Finding {
  kind: RepairKind;
  /** 1-based line number. */
  line: number;
  byte: number;
  what: string;
  /** How it is repaired. */
  repair: string;
}

/** A title for each kind, for lists and help. */
export const kindTitles: Record<RepairKind, string> = {
  glued: 'several objects on one line',
  nul: 'NUL bytes',
  garbage: 'bytes that are not a JSON object',
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

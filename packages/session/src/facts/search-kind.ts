/** The kinds of text that a search can be limited to. */
export const SEARCH_KINDS = [
  'prompt',
  'reply',
  'thinking',
  'tool_input',
  'tool_output',
  'injected',
  'summary',
  'title',
] as const;
/** One of `SEARCH_KINDS`. */
export type SearchKind = (typeof SEARCH_KINDS)[number];

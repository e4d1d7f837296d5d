/** What a piece of text is to the one who looks for it. */
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
export type SearchKind = (typeof SEARCH_KINDS)[number];

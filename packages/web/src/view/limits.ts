/** The maximum number of characters of each kind of text that are sent at first. */
export const LIMITS = {
  words: 20_000,
  reply: 40_000,
  thinking: 4000,
  note: 2000,
  summary: 6000,
  context: 2000,
  unknown: 4000,
  input: 30_000,
  output: 30_000,
  raw: 20_000,
  title: 160,
  argument: 300,
} as const;

/** The maximum for one request for a whole text. */
export const WHOLE = 1_000_000;

const MB = 1024 * 1024;

/** What a service accepts. Each limit has its own error message. */
export const LIMITS = {
  /** Of one push, uncompressed. No line may be longer. */
  pieceBytes: 16 * MB,
  sessionBytes: 4096 * MB,
  filesPerSession: 5000,
  /** Requests of one device: sustained, and in a burst. */
  requestsPerSecond: 50,
  requestBurst: 500,
  pushesAtOnce: 8,
  searchLimit: 200,
  /** Sessions of one page of a list. */
  listLimit: 1000,
  queryLength: 1000,
  /** How long a code from `team invite` is valid. */
  inviteMs: 15 * 60_000,
} as const;

/** Files that are not transcripts are split only at multiples of this, so that every split gives the same blocks. */
export const BLOCK = MB;

/** How much a laptop sends at once, unless a single line is longer. */
export const PIECE = 4 * MB;

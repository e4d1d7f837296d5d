const MB = 1024 * 1024;

/** What a service accepts. Each has an error of its own that names it. */
export const LIMITS = {
  /** Of one push, unpacked. No line may be longer. */
  pieceBytes: 16 * MB,
  sessionBytes: 4096 * MB,
  filesPerSession: 5000,
  /** Requests of one device, sustained and at once. */
  requestsPerSecond: 50,
  requestBurst: 500,
  searchLimit: 200,
  queryLength: 1000,
  /** A code from `team invite` is good for this long. */
  inviteMs: 15 * 60_000,
} as const;

/** Files that are not transcripts are cut only at multiples of this, so that every way of cutting gives the same blocks. */
export const BLOCK = MB;

/** What a laptop sends at once, unless one line is longer. */
export const PIECE = 4 * MB;

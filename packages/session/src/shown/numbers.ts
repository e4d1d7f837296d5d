/** Formats a number for people, such as 950, 12.4k or 3.1M. */
export function shortNumber(value: number): string {
  if (value < 999.5) return String(Math.round(value));
  for (const [unit, size] of UNITS) {
    // 999,960 is 1.0M, not 1000k: the rounded value decides the unit.
    if (value / size >= 0.99995) return `${trim(value / size)}${unit}`;
  }
  return String(Math.round(value));
}

const UNITS = [
  ['G', 1e9],
  ['M', 1e6],
  ['k', 1e3],
] as const;

/** Formats a number of bytes for people, such as 12.4 kB. */
export function shortSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 999_950) return `${trim(bytes / 1e3)} kB`;
  if (bytes < 999_950_000) return `${trim(bytes / 1e6)} MB`;
  return `${trim(bytes / 1e9)} GB`;
}

function trim(value: number): string {
  return value >= 99.95 ? String(Math.round(value)) : value.toFixed(1);
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Formats a time span for people, such as 1.2 s or 3 min 4 s. Rounds up to the next unit where needed: never 60 s. */
export function shortDuration(ms: number): string {
  if (!Number.isFinite(ms)) return '';
  if (ms < 999.5) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const minutes = Math.round(ms / MINUTE);
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return `${Math.round(ms / DAY)} d`;
}

/** Formats a count with its word, such as `1 session` or `2,000 sessions`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  // Done by hand because loading the locale rules for numbers takes longer than most commands.
  return `${String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')} ${count === 1 ? one : many}`;
}

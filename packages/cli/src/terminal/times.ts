/** Recent times as a distance, older ones as a date. */
export function when(time: number, now: number): string {
  if (Number.isNaN(time)) return '';
  const seconds = Math.round((now - time) / 1000);
  if (seconds < 0) return stamp(time);
  if (seconds < 60) return 'just now';
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  if (seconds < 7 * 86_400) return `${Math.floor(seconds / 86_400)} d ago`;
  return day(time);
}

export function day(time: number): string {
  const date = new Date(time);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Local time to the minute. */
export function stamp(time: number): string {
  if (Number.isNaN(time)) return '';
  const date = new Date(time);
  return `${day(time)} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The time of day, without the day. */
export function clock(time: number): string {
  return stamp(time).slice(-5);
}

/** Parses a date, a date and time, or a distance such as 3d, 12h, 2w. Undefined if it is none of these. */
export function parseTime(text: string, now: number): number | undefined {
  const distance = /^(\d+)\s*(m|h|d|w)$/.exec(text.trim());
  if (distance) return now - Number(distance[1]) * (UNITS[distance[2] ?? ''] ?? 0);
  if (text === 'today') return startOfDay(now);
  if (text === 'yesterday') return startOfDay(now - 86_400_000);
  const isDateOnly = /^\d{4}-\d\d-\d\d$/.test(text);
  if (!isDateOnly && !/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text)) return undefined;
  if (!isDay(text.slice(0, 10))) return undefined;
  const time = Date.parse(isDateOnly ? `${text}T00:00:00` : text);
  return Number.isNaN(time) ? undefined : time;
}

/** Whether a date exists: JavaScript would read February 30 as March 2. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

const UNITS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

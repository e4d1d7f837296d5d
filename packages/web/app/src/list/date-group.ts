const DAY = 86_400_000;

/** The heading for a session of this time: recent days by name, then months. */
export function dateGroup(at: number | null, now = new Date()): string {
  if (at === null) return 'No date';
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  if (at >= midnight) return 'Today';
  if (at >= midnight - DAY) return 'Yesterday';
  if (at >= midnight - 6 * DAY) return 'This week';
  const date = new Date(at);
  const month = new Intl.DateTimeFormat(undefined, {
    month: 'long',
    ...(date.getFullYear() !== now.getFullYear() && { year: 'numeric' }),
  });
  return month.format(date);
}

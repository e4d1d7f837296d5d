/** Names of these commands in other tools. */
const SYNONYMS: Record<string, string> = {
  list: 'ls',
  sessions: 'ls',
  find: 'search',
  grep: 'search',
  cost: 'usage',
  stats: 'usage',
  cat: 'show',
  view: 'show',
  web: 'serve',
  ui: 'serve',
  app: 'serve',
  copy: 'clone',
  cp: 'clone',
  branch: 'fork',
  mv: 'move',
  rm: 'delete',
  remove: 'delete',
  trash: 'delete',
  prune: 'strip',
  trim: 'strip',
  compact: 'compress',
  fix: 'repair',
  doctor: 'check',
  handoff: 'convert',
  resume: 'chat',
  continue: 'chat',
  backup: 'archive',
  version: '--version',
};

/** The name that was probably meant, if one is close: at most a third of its letters are wrong. */
export function suggest(typed: string, names: readonly string[]): string | undefined {
  const synonym = SYNONYMS[typed];
  if (synonym !== undefined && !names.includes(typed)) return synonym;
  const [closest] = names
    .map((name) => ({ name, distance: distanceBetween(typed.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= Math.max(1, Math.floor(Math.max(name.length, typed.length) / 3)))
    .sort((a, b) => a.distance - b.distance);
  return closest?.name;
}

/** How many letters to insert, delete, replace or swap with their neighbour to turn one word into the other. */
function distanceBetween(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => [i, ...new Array<number>(b.length).fill(0)]);
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0;
  rows[0] = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = rows[i] ?? [];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + Number(!isSame));
      if (isSwapped) row[j] = Math.min(at(i, j), at(i - 2, j - 2) + 1);
    }
  }
  return at(a.length, b.length);
}

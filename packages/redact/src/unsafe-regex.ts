/**
 * Why a regex may take exponential time, or undefined if it cannot. JavaScript cannot interrupt a regex, so the known
 * causes are refused in advance: a repetition inside a repetition, a repeated choice whose branches can start alike, a
 * back reference. Some harmless regexes are refused too. The rest take polynomial time, bounded by the caller's window.
 */
export function whyUnsafe(source: string): string | undefined {
  if (source.length > 1000) return 'it is longer than 1,000 characters';
  const groups: Group[] = [newGroup()];
  for (let at = 0; at < source.length; ) {
    const atom = atomAt(source, at);
    if (atom.kind === 'back reference') return 'it has a back reference';
    const closed = enter(groups, atom, source.slice(at, atom.end));
    const repeats = atom.kind === 'open' || atom.kind === 'branch' ? '' : quantifierAt(source, atom.end);
    const reason = closed && isUnbounded(repeats) ? whyNotRepeat(closed) : undefined;
    if (reason) return reason;
    const outer = groups.at(-1);
    if (!outer) return 'its brackets do not match';
    if (isUnbounded(repeats) || closed?.repeats) outer.repeats = true;
    at = atom.end + repeats.length;
  }
  return undefined;
}

/** Follows one atom into or out of its group. Returns the group that it closed. */
function enter(groups: Group[], atom: Atom, written: string): Group | undefined {
  const group = groups.at(-1);
  if (atom.kind === 'close') return groups.pop();
  if (atom.kind === 'open') {
    if (group) noteBeginning(group, written);
    groups.push(newGroup());
  } else if (group && atom.kind === 'branch') startBranch(group);
  else if (group) noteBeginning(group, written);
  return undefined;
}

function whyNotRepeat(group: Group): string | undefined {
  if (group.repeats) return 'a repetition inside a repetition';
  return beginAlike(group.beginnings) ? 'a repeated choice whose branches can begin alike' : undefined;
}

const newGroup = (): Group => ({ repeats: false, beginnings: [''], atBranchStart: true });

interface Group {
  repeats: boolean;
  /** The first atom of each branch, as written. */
  beginnings: string[];
  atBranchStart: boolean;
}

interface Atom {
  kind: 'one' | 'open' | 'close' | 'branch' | 'back reference';
  end: number;
}

function atomAt(source: string, at: number): Atom {
  const character = source.charAt(at);
  if (character === '(') {
    const mark = /^\((?:\?(?::|=|!|<=|<!|<\w+>))?/.exec(source.slice(at))?.[0] ?? '(';
    return { kind: 'open', end: at + mark.length };
  }
  if (character === ')') return { kind: 'close', end: at + 1 };
  if (character === '|') return { kind: 'branch', end: at + 1 };
  if (character === '[') return { kind: 'one', end: endOfClass(source, at) };
  if (character !== '\\') return { kind: 'one', end: at + 1 };
  if (/^\\[1-9k]/.test(source.slice(at, at + 2))) return { kind: 'back reference', end: at + 2 };
  const escaped = /^\\(?:u\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|p\{[^}]*\}|P\{[^}]*\}|.)/i.exec(source.slice(at))?.[0];
  return { kind: 'one', end: at + (escaped?.length ?? 1) };
}

function endOfClass(source: string, at: number): number {
  for (let end = at + 1; end < source.length; end++) {
    if (source.charAt(end) === '\\') end++;
    else if (source.charAt(end) === ']' && end > at + 1) return end + 1;
  }
  return source.length;
}

const quantifierAt = (source: string, at: number) =>
  /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/.exec(source.slice(at, at + 24))?.[0] ?? '';

/** `{0,5000}` is as bad as `*`. */
function isUnbounded(quantifier: string): boolean {
  if (/^[*+]/.test(quantifier)) return true;
  const [, least, comma, most] = /^\{(\d+)(,?)(\d*)\}/.exec(quantifier) ?? [];
  if (least === undefined) return false;
  return comma === ',' ? most === '' || Number(most) > 9 : Number(least) > 50;
}

function startBranch(group: Group): void {
  group.beginnings.push('');
  group.atBranchStart = true;
}

function noteBeginning(group: Group, atom: string): void {
  if (!group.atBranchStart || atom === '^' || atom === '\\b') return;
  group.beginnings[group.beginnings.length - 1] = atom;
  group.atBranchStart = false;
}

function beginAlike(beginnings: string[]): boolean {
  if (beginnings.length < 2) return false;
  const plain = beginnings.every((atom) => /^(?:[^.[\\()]|\\[^wWdDsSpPb])$/.test(atom));
  return !plain || new Set(beginnings.map((atom) => atom.toLowerCase())).size < beginnings.length;
}

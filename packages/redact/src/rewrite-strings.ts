/** Any result of JSON.parse. Values that are not strings, lists or objects pass through unchanged. */
export type Json = unknown;

/** `name` is the name of the string's field or list, or the flag before it in the list. Empty for a key. */
export type RewriteString = (text: string, name: string) => string;
/** How the parts of a value are rewritten. */
export interface Rewriters {
  text: RewriteString;
  /** For strings of a list in which `lines` found nothing: only the name can reveal a secret now. */
  named: RewriteString;
  lines: RewriteLines;
}
/** Rewrites a list of strings that form a text, one line each. Returns the same number of lines. */
export type RewriteLines = (lines: readonly string[]) => readonly string[];

interface Frame {
  source: Json[] | Record<string, Json>;
  keys: string[] | undefined;
  next: number;
  size: number;
  name: string;
  /** A list of strings in which nothing was found. */
  isClean: boolean;
  /** Set with the first change, so that unchanged parts keep their references. */
  keyChanges: Map<number, string> | undefined;
  changes: Map<number, Json> | undefined;
}

/** Uses its own stack, so that memory limits the nesting rather than the depth of calls. */
export function rewriteStrings<Value extends Json>(value: Value, rewriters: Rewriters): Value {
  if (typeof value === 'string') return rewriters.text(value, '') as Value;
  const top = open(value, '', rewriters);
  if (!top) return value;
  const stack = [top];
  for (;;) {
    const frame = stack[stack.length - 1] ?? top;
    if (frame.next < frame.size) {
      const inner = visit(frame, rewriters);
      if (inner) stack.push(inner);
      else frame.next++;
      continue;
    }
    const result = close(frame);
    stack.pop();
    const outer = stack[stack.length - 1];
    if (!outer) return result as Value;
    if (result !== frame.source) noteChange(outer, result);
    outer.next++;
  }
}

function open(value: Json, name: string, { lines: rewriteLines }: Rewriters): Frame | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const source = value as Frame['source'];
  const keys = Array.isArray(source) ? undefined : Object.keys(source);
  const size = keys ? keys.length : (source as Json[]).length;
  const isList = isListOfStrings(source);
  const lines = isList ? rewriteLines(source) : source;
  return {
    source,
    keys,
    next: 0,
    size,
    name,
    isClean: isList && lines === source,
    keyChanges: undefined,
    changes: changesOf(source, lines),
  };
}

const isListOfStrings = (source: Frame['source']): source is string[] =>
  Array.isArray(source) && source.length > 1 && source.every((item) => typeof item === 'string');

function changesOf(source: Frame['source'], lines: Frame['source'] | readonly string[]): Frame['changes'] {
  if (lines === source || !Array.isArray(lines)) return undefined;
  return new Map(lines.entries());
}

/** Visits the next member. Returns a frame to walk into if the member is a list or an object. */
function visit(frame: Frame, rewriters: Rewriters): Frame | undefined {
  const key = frame.keys?.[frame.next];
  const value = frame.changes?.get(frame.next) ?? member(frame, frame.next);
  if (key !== undefined) {
    const changed = rewriters.text(key, '');
    if (changed !== key) {
      frame.keyChanges ??= new Map();
      frame.keyChanges.set(frame.next, changed);
    }
  }
  const name = key ?? flagBefore(frame) ?? frame.name;
  if (typeof value !== 'string') return open(value, name, rewriters);
  const rewrite = frame.isClean ? rewriters.named : rewriters.text;
  const changed = rewrite(value, nameBeside(frame, key) ?? name);
  if (changed !== value) noteChange(frame, changed);
  return undefined;
}

function member(frame: Frame, at: number): Json {
  if (Array.isArray(frame.source)) return frame.source[at];
  return frame.source[frame.keys?.[at] ?? ''];
}

function flagBefore(frame: Frame): string | undefined {
  if (!Array.isArray(frame.source) || frame.next === 0) return undefined;
  const before = frame.source[frame.next - 1];
  return typeof before === 'string' && before.startsWith('--') && before.length < 64 ? before : undefined;
}

/** `{"name": "DB_PASSWORD", "value": "…"}`, as in lists of environment variables and form fields. */
function nameBeside(frame: Frame, key: string | undefined): string | undefined {
  if (key !== 'value' || Array.isArray(frame.source)) return undefined;
  const { name, key: beside } = frame.source;
  if (typeof name === 'string') return name;
  return typeof beside === 'string' ? beside : undefined;
}

function noteChange(frame: Frame, value: Json): void {
  frame.changes ??= new Map();
  frame.changes.set(frame.next, value);
}

function close(frame: Frame): Json {
  const { source, keys, changes, keyChanges } = frame;
  if (!changes && !keyChanges) return source;
  const at = (index: number) => (changes?.has(index) ? changes.get(index) : member(frame, index));
  if (!keys) return (source as Json[]).map((_, index) => at(index));
  const used = new Set(keys);
  // fromEntries defines properties: a key named __proto__ stays a key.
  return Object.fromEntries(keys.map((key, index) => [freeKey(keyChanges?.get(index), key, used), at(index)]));
}

/** Makes a redacted key unique, so that no field is lost. */
function freeKey(changed: string | undefined, key: string, used: Set<string>): string {
  if (changed === undefined) return key;
  let free = changed;
  for (let count = 2; used.has(free); count++) free = `${changed}#${count}`;
  used.add(free);
  return free;
}

/**
 * Markdown in which tags are text, as whoever wrote them meant it: a viewer would hide `Map<string>`, and a stray
 * `</details>` would end our own folds. Code stays as it is. A fence without an end gets one: else all that follows would
 * stand in it.
 */
export function tagsAsText(markdown: string): string {
  const out: string[] = [];
  let prose: string[] = [];
  let fence: Fence | undefined;
  let isList = false;
  const endProse = () => {
    if (prose.length > 0) out.push(prose.join('\n').split(PARAGRAPHS).map(paragraph).join(''));
    prose = [];
  };
  for (const line of markdown.split('\n')) {
    if (fence && !leavesList(fence, line)) {
      out.push(line);
      if (isEnd(fence, line)) fence = undefined;
      continue;
    }
    if (/^\S/.test(line)) isList = LIST_ITEM.test(line);
    fence = fenceOf(line, isList);
    if (!fence) prose.push(line);
    else {
      endProse();
      out.push(line);
    }
  }
  endProse();
  if (fence) out.push(fence.indent + fence.marks);
  return out.join('\n');
}

interface Fence {
  indent: string;
  marks: string;
}

const LIST_ITEM = /^([-*+]|\d{1,9}[.)])\s/;
/** With what stands between them, so that nothing is lost when they are put together again. */
const PARAGRAPHS = /(\n[ \t]*\n)/;
/** Deeper ones are code by their indent alone, except in a list. */
const DEEPEST = 3;

function fenceOf(line: string, isList: boolean): Fence | undefined {
  const [, indent = '', marks, info = ''] = /^([ \t]*)(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
  if (marks === undefined || (indent.length > DEEPEST && !isList)) return undefined;
  // A run of backticks with another one behind it is code within a line.
  return marks.startsWith('`') && info.includes('`') ? undefined : { indent, marks };
}

function isEnd({ marks }: Fence, line: string): boolean {
  const text = line.trim();
  return text.length >= marks.length && text === (marks[0] ?? '').repeat(text.length);
}

/** A fence in a list ends with the list. */
function leavesList({ indent }: Fence, line: string): boolean {
  return indent.length > DEEPEST && /^\S/.test(line);
}

/** Everything but code between backticks. */
function paragraph(text: string): string {
  const runs = [...text.matchAll(/(?<!\\)`+/g)].map(({ 0: run, index }) => ({ length: run.length, at: index }));
  const byLength = new Map<number, number[]>();
  for (const { length, at } of runs) {
    const places = byLength.get(length) ?? [];
    places.push(at);
    byLength.set(length, places);
  }
  for (const places of byLength.values()) places.reverse();
  let told = '';
  let done = 0;
  for (const { length, at } of runs) {
    const places = byLength.get(length) ?? [];
    places.pop();
    const end = at < done ? undefined : places.at(-1);
    if (end === undefined) continue;
    told += escaped(text.slice(done, at)) + text.slice(at, end + length);
    done = end + length;
  }
  return told + escaped(text.slice(done));
}

function escaped(text: string): string {
  return text.replace(/\\?<(?=[a-z/!?])/gi, '\\<');
}

import { childrenOf, type JsonPlace, type ListPlace, type ObjectPlace } from './json-places.js';

/** A range of a text and its replacement. */
export interface Edit {
  from: number;
  to: number;
  text: string;
}

export function edited(text: string, edits: readonly Edit[]): string {
  let result = text;
  for (const { from, to, text: instead } of [...edits].sort((a, b) => b.from - a.from)) {
    result = result.slice(0, from) + instead + result.slice(to);
  }
  return result;
}

/** The formatting of a text, as its first lines show it. */
export interface Style {
  /** Undefined if it is on one line. */
  indent: string | undefined;
  lineEnd: string;
}

export function styleOf(text: string, root: JsonPlace): Style {
  const [, lineEnd, indent] = /^.(\r?\n)[ \t\r\n]*?([ \t]*)\S/s.exec(text.slice(root.from, root.to)) ?? [];
  if (lineEnd !== undefined && indent !== undefined) return { indent: indent || '  ', lineEnd };
  const isLong = text.slice(root.from, root.to).includes('\n') || isEmpty(root);
  return { indent: isLong ? '  ' : undefined, lineEnd: text.includes('\r\n') ? '\r\n' : '\n' };
}

/** Adds something after the last child. `made` is a list item, or a member with its key. */
export function addTo(text: string, place: ObjectPlace | ListPlace, made: Made, style: Style): Edit {
  const last = childrenOf(place).at(-1);
  const [first] = childrenOf(place);
  const inside = indentAt(text, first?.from ?? place.from);
  if (last && first) {
    // On separate lines if the others are.
    const isTall = /\n[ \t]*$/.test(text.slice(place.from, first.from));
    const added = isTall
      ? `${style.lineEnd}${inside}${tall(made, inside, style)}`
      : `${flatGap(text, place)}${flat(made)}`;
    return { from: last.to, to: last.to, text: `,${added}` };
  }
  const { from, to } = { from: place.from + 1, to: place.to - 1 };
  if (style.indent === undefined) return { from, to, text: flat(made) };
  const deeper = inside + style.indent;
  return { from, to, text: `${style.lineEnd}${deeper}${tall(made, deeper, style)}${style.lineEnd}${inside}` };
}

/** A value, with its key if it has one. */
export interface Made {
  key?: string;
  value: unknown;
}

/** Replaces a value. */
export function insteadOf(text: string, place: JsonPlace, value: unknown, style: Style): Edit {
  const { from, to } = place;
  return {
    from,
    to,
    text: style.indent === undefined ? flat({ value }) : tall({ value }, indentAt(text, from), style),
  };
}

/** Removes a child and its comma. */
export function takeOut(place: ObjectPlace | ListPlace, at: number): Edit {
  const children = childrenOf(place);
  const [child, before, after] = [children[at], children[at - 1], children[at + 1]];
  if (before && child) return { from: before.to, to: child.to, text: '' };
  if (child && after) return { from: child.from, to: after.from, text: '' };
  return { from: place.from + 1, to: place.to - 1, text: '' };
}

function isEmpty(place: JsonPlace): boolean {
  return place.kind !== 'scalar' && childrenOf(place).length === 0;
}

function flat({ key, value }: Made): string {
  return `${key === undefined ? '' : `${JSON.stringify(key)}:`}${JSON.stringify(value)}`;
}

/** The whitespace after the other commas. */
function flatGap(text: string, place: ObjectPlace | ListPlace): string {
  const [first, second] = childrenOf(place);
  if (first && second) return /[ \t]*$/.exec(text.slice(first.to, second.from))?.[0] ?? '';
  return '';
}

function tall({ key, value }: Made, indent: string, style: Style): string {
  const lines = JSON.stringify(value, null, style.indent).replaceAll('\n', `${style.lineEnd}${indent}`);
  return `${key === undefined ? '' : `${JSON.stringify(key)}: `}${lines}`;
}

/** The indentation of a line. */
function indentAt(text: string, at: number): string {
  return /[ \t]*/y.exec(text.slice(text.lastIndexOf('\n', at - 1) + 1))?.[0] ?? '';
}

import type { Word } from '../shell/script.js';

/** A program that only reads when it is given these options alone. Any other option needs a question. */
export interface Reader {
  /** Short options without a value; they can be combined. */
  flags?: string;
  /** Short options with a value, in the same word or the next. None of these values names a file. */
  valued?: string;
  /** Long options, in full: `name` has no value, `name=` requires one, `name?` may have one. */
  long?: string;
  /** Accepts a number as an option: `-5`. */
  takesNumber?: true;
  /** The meaning of the operands. For `pattern`, the first is not a path, unless an option gave the pattern. */
  operands: 'paths' | 'text' | 'pattern';
  /** Maximum number of operands: with two, `uniq` writes. */
  most?: number;
}

/** The words that name what is read; undefined if an option or operand is not listed. */
export function pathsRead(args: readonly Word[], reader: Reader): Word[] | undefined {
  const found = takeApart(args, reader);
  if (!found || found.operands.length > (reader.most ?? Number.POSITIVE_INFINITY)) return undefined;
  if (reader.operands === 'text') return [];
  const isFirstPattern = reader.operands === 'pattern' && !found.options.some((text) => GIVES_PATTERN.test(text));
  return [...found.operands.slice(isFirstPattern ? 1 : 0), ...found.lateValues];
}

/** With `-e x` the pattern is an option's value; with `--files` there is none. */
const GIVES_PATTERN = /^-[^-]*e|^--(?:regexp|files|type-list)/;

interface Parts {
  options: string[];
  operands: Word[];
  /** Values of options after the first operand, which some systems treat as operands. */
  lateValues: Word[];
}

function takeApart(args: readonly Word[], reader: Reader): Parts | undefined {
  const parts: Parts = { options: [], operands: [], lateValues: [] };
  for (let at = 0; at < args.length; at++) {
    const word = args[at] as Word;
    if (word.text === '--') {
      parts.operands.push(...args.slice(at + 1));
      return parts;
    }
    if (!word.text.startsWith('-') || word.text === '-') {
      parts.operands.push(word);
      continue;
    }
    const taken = optionTakes(word.text, reader);
    if (taken === undefined) return undefined;
    parts.options.push(word.text);
    if (taken === 'alone') continue;
    at++;
    const value = args[at];
    if (!value) return undefined;
    if (parts.operands.length > 0) parts.lateValues.push(value);
  }
  return parts;
}

function optionTakes(text: string, reader: Reader): 'alone' | 'and the next' | undefined {
  if (text.startsWith('--')) return longOptionTakes(text.slice(2), reader.long?.split(' ') ?? []);
  if (reader.takesNumber && /^-\d+$/.test(text)) return 'alone';
  for (let at = 1; at < text.length; at++) {
    const sign = text[at] as string;
    if (reader.valued?.includes(sign)) return at === text.length - 1 ? 'and the next' : 'alone';
    if (!reader.flags?.includes(sign)) return undefined;
  }
  return 'alone';
}

function longOptionTakes(option: string, known: readonly string[]): 'alone' | 'and the next' | undefined {
  const equals = option.indexOf('=');
  if (equals !== -1) {
    const name = option.slice(0, equals);
    return known.includes(`${name}=`) || known.includes(`${name}?`) ? 'alone' : undefined;
  }
  if (known.includes(`${option}=`)) return 'and the next';
  return known.includes(option) || known.includes(`${option}?`) ? 'alone' : undefined;
}

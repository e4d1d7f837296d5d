import { escaped } from './rule.js';
import type { Word } from './shell/script.js';
import { programName } from './shell/wrappers.js';

// Placeholders that no rule contains: for a blank inside a word, and for a word whose value is unknown.
const INNER_BLANK = '\u0002';
const UNKNOWN_WORD = '\u0001';

/** Whether an allow rule covers this command. Only `*` covers words whose value is unknown. */
export function allowsCommand(content: string, words: readonly Word[]): boolean {
  const [program] = words;
  if (!program?.isLiteral || program.hasGlob) return false;
  const text = words.map((word) => (word.isLiteral ? word.text.replace(/\s/g, INNER_BLANK) : UNKNOWN_WORD)).join(' ');
  return patternOf(content).test(text);
}

export function isPrefixRule(content: string): boolean {
  return content.endsWith(':*') || content.endsWith(' *');
}

/** Whether a deny or ask rule applies to this command. `maybe`: that depends on words whose value is unknown. */
export function concernsCommand(
  content: string,
  words: readonly Word[],
  { isCaseBlind }: { isCaseBlind: boolean },
): boolean | 'maybe' {
  const [program, ...args] = words;
  if (!program) return false;
  const rest = args.map(({ text }) => text);
  const texts = [program.text, programName(program.text)].map((name) => [name, ...rest].join(' '));
  const pattern = patternOf(content, isCaseBlind ? 'i' : '');
  if (texts.some((text) => pattern.test(text))) return true;
  return texts.some((text) => mayBecome(text, content, words)) ? 'maybe' : false;
}

/** Whether the command could match the rule, depending on its unknown words. */
function mayBecome(text: string, content: string, words: readonly Word[]): boolean {
  const unknown = words.findIndex(({ isLiteral, hasGlob }) => !isLiteral || hasGlob);
  if (unknown < 1) return false;
  const known = text.split(' ').slice(0, unknown).join(' ');
  const asked = (/^[^*]*/.exec(content)?.[0] ?? '').replace(/:$/, '').trim();
  return asked.startsWith(known) || (known.startsWith(asked) && content.includes('*'));
}

/** `npm test:*` and `npm test *` match those whole words, with or without more. Elsewhere `*` matches any text. */
function patternOf(content: string, flags = ''): RegExp {
  const isPrefix = isPrefixRule(content);
  const body = (isPrefix ? content.slice(0, -2) : content).trim().split('*').map(escaped).join('[^]*');
  return new RegExp(`^${body}${isPrefix ? '(?: [^]*)?' : ''}$`, flags);
}

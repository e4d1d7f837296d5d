import type { Form } from './shell/forms.js';
import { programName } from './shell/wrappers.js';

/** Programs that accept code as an argument. */
export const INTERPRETERS =
  /^(?:python|perl|ruby|node|deno|bun|php|lua|tclsh|expect|osascript|g?awk|mawk|sed|make|ex|ed|vim|nvim|at|batch|crontab)[\d.]*$/;

/** Whether a command contains code for another interpreter (`python3 -c …`) that may do more than process text. */
export function givesCode({ words, stdin }: Form): boolean {
  const [program, ...args] = words;
  const name = programName(program?.text ?? '');
  if (!INTERPRETERS.test(name)) return false;
  const texts = args.map(({ text }) => text);
  if (/^(?:g?awk|mawk)$/.test(name)) return !texts.some((text) => PLAIN_AWK.test(text));
  if (name === 'sed') return !texts.every((text) => text.startsWith('-') || PLAIN_SED.test(text) || PATH.test(text));
  if (name === 'make') return texts.some((text) => /^--?e/.test(text));
  if (EDITORS.test(name)) return true;
  const [first] = texts;
  return first === undefined ? stdin !== undefined : /^-/.test(first) && !/^--?(?:version|help|V|test)$/.test(first);
}

const EDITORS = /^(?:ex|ed|n?vim|at|batch|crontab|expect|osascript)/;
/** Whether awk code runs and writes nothing: no `system`, pipe, `getline`, or function called by a computed name. */
const PLAIN_AWK = /^(?!.*(?:system|getline|[|@>]))(?=.*[{}/]).*$/s;
const PLAIN_SED =
  /^(?:(?:\d+|\$)(?:,(?:\d+|\$))?[pdq]|s([/,|#])(?:(?!\1)[^\\\n]|\\[^\n])*\1(?:(?!\1)[^\\\n]|\\[^\n])*\1[gpI\d]*)$/;
const PATH = /^[\w./@%+-]*[./][\w./@%+-]*$/;

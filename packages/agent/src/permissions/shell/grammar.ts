export const MAX_DEPTH = 12;
export const BLANKS = ' \t';
export const WORD_ENDS = ' \t\n;&|<>()';
/** Keywords that may precede a command. */
export const OPENERS = new Set(['!', '{', 'if', 'then', 'elif', 'else', 'while', 'until', 'do']);
export const CLOSERS = new Set(['}', 'fi', 'done']);
export const UNKNOWN = new Set(['case', 'esac', 'select', 'function', 'coproc', ';;']);
export const PLAIN_PARAMETER = /^\$\{#?(?:[A-Za-z_]\w*|[0-9@*#?$!-])\}/;
export const PARAMETER_WITH_DEFAULT = /^\$\{(?:[A-Za-z_]\w*|[0-9@*])(?::?[-+?]|%%?|##?)[\w./@,:*-]*\}/;
export const SIMPLE_VARIABLE = /^\$(?:[A-Za-z_]\w*|[0-9@*#?$!-])/;
/** Arithmetic with numbers only: a variable could contain a substitution. */
export const PLAIN_SUM = /^\$\(\([\d \t+*/%()-]*\)\)/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: this pattern searches for them
export const ODD_SIGNS = /[\u0000-\u0008\u000b-\u001f\u007f]/;

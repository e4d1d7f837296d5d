import { BREAK } from './line-break.js';

/**
 * One table, for all languages, of what may join a secret's name to its value besides a plain sign. Each form begins
 * after the name with its quotes, brackets and emphasis, and ends where the value begins.
 */
export interface Connector {
  form: RegExp;
  /**
   * Which values are accepted without quotes. `any`: anything but a plain word. `random`: also not an identifier.
   * `none`: only quoted values. `long`: random and long.
   */
  bare: 'any' | 'random' | 'none' | 'long';
  /** Must match the text up to the end of the name. */
  before?: RegExp;
  /** Proof enough by itself: a quoted value may be a plain word. */
  isSure?: true;
  /** The value is a password, whatever the name says. */
  isPassword?: true;
}

/** A blank, a line break with the prefix of a listing or a comment, a quote. Each may be escaped. */
const BLANK = '(?:[ \\t\\u00a0]|\\\\{1,16}t)';
const QUOTE = '\\\\{0,16}["\'`]';
const COLOUR = '(?:\\u001b|\\\\{1,16}u001[bB])\\[[\\d;]{0,16}[mK]';
const B = `${BLANK}{0,24}`;
const GAP = `(?:${BLANK}|${BREAK}|${COLOUR}){0,24}`;
const SIGN = '(?:=>|:=|\\?\\?=|\\|\\|=|\\?=|\\+=|[:=：](?![:=~])|->|→|➜|\\\\{1,8}u003[adAD]|%3[adAD])';
/** What may come between a sign and the value: tags, anchors and block signs of YAML, brackets, calls. */
const JUNK = `(?:!{1,2}[\\w/:.]{0,40}|&\\w{1,24}|[|>][-+]?\\d?(?=${B}${BREAK})|\\[|\\()${GAP}`;
const CALL = `(?:new |&|!|\\[\\]|await )?[\\w:.<>]{1,48}!?[({]${B}(?:${QUOTE}[A-Za-z]{1,12}${QUOTE},${B})?(?=${QUOTE})`;
/** The second half of a pair whose first half is the name. */
const VALUE_KEY = `${QUOTE}?(?:parameter_?|secret_?|current_?|plain_?)?(?:value|default|content|val|text|data|string|secure|S|fallback|initial|example)(?:_?value)?${QUOTE}?`;
const OTHER_KEY = `(?:- )?${QUOTE}?[\\w.$-]{1,32}${QUOTE}?`;
/** Starts and ends with a non-blank and leaves backslashes to the quote, so that a text can match in one way only. */
const OTHER_VALUE = `(?:${QUOTE}(?:[^"'\`\\n\\\\]|\\\\(?!\\\\{0,15}["'\`])){0,120}${QUOTE}|[^\\s,;{}"'\`\\\\](?:[^\\n,;{}"'\`\\\\]{0,78}[^\\s,;{}"'\`\\\\])?)`;
const OTHERS = `(?:${OTHER_KEY}${B}[=:]${B}(?:${OTHER_VALUE}${B})?(?:[,;]|${BREAK})${GAP}){0,5}?`;

const connector = (
  first: string,
  form: string,
  bare: Connector['bare'],
  more: Omit<Connector, 'form' | 'bare'> = {},
): { first: string; connector: Connector } => ({ first, connector: { form: new RegExp(form, 'iy'), bare, ...more } });

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const DIGITS = '0123456789';
const BREAKS = '\r\n\\';

/** Indexed by the first non-blank character after a name. */
const TABLE = [
  // `**Password:** …`, `Password</b>: …`, `name:\n  …` with a tag, an anchor or a bracket; `SecretStr("…")`
  connector(
    ':=→-?|+\\%：➜',
    `${B}${SIGN}${GAP}(?:(?:\\*{1,3}|_{1,2}|</\\w{1,10}>)${GAP})?(?:${JUNK}){0,3}(?=\\S)(?!redacted:)`,
    'any',
  ),
  connector(':=?|', `${B}${SIGN}${B}${CALL}`, 'none', { isSure: true }),
  // `password = getpass() or "…"`
  connector(':=', `${B}${SIGN}${B}[\\w.]{1,48}\\([^()\\n]{0,80}\\)${B}(?:or|\\|\\||\\?\\??)${B}(?=${QUOTE})`, 'none', {
    isSure: true,
  }),
  // `const NAME: &str = "…"`, `NAME string = "…"`, `NAME[] = "…"`, `NAME = (string) "…"`
  connector(
    `:?[<*&${LETTERS}`,
    `${B}(?:\\[\\w{0,8}\\])?:?\\??[\\w&'<>[\\].:?*|\\t ]{0,72}:?=${B}(?:\\w{1,24}\\(default${B}=${B})?(?=${QUOTE})`,
    'none',
    { isSure: true },
  ),
  // `Key (base64): …`
  connector('(', `${B}\\([^()\\n"'\`\\\\]{1,24}\\)${B}${SIGN}${GAP}`, 'any'),
  connector('{', `${B}\\{${B}(?=${QUOTE})`, 'none', { isSure: true }),
  // `{"name": "NAME", "value": "…"}`, `variable "name" { default = "…" }`, `name="password" value="…"`
  connector(
    `,;{)/-${BREAKS}${LETTERS}`,
    `(?:${B}[,;{)]${GAP}|${GAP})(?:\\{${GAP})?${OTHERS}(?:- )?${VALUE_KEY}${B}[=:]${GAP}`,
    'any',
    {
      before:
        /(?:name|key|id|type|var\w*|param\w*|field|output|secret|env)(?:\\{0,16}["'`])?\s{0,12}[:=]?\s{0,12}(?:\\{0,16}["'`])?[\w. /-]*$/i,
    },
  ),
  // `<input name="token" type="hidden" value="…">`
  connector(
    LETTERS,
    `${BLANK}{1,4}(?:[\\w-]{1,24}=${QUOTE}[^"'\`\\n]{0,60}?${QUOTE}${BLANK}{1,4}){0,6}?value=(?=${QUOTE})`,
    'none',
    { before: /(?:name|id)=\\{0,16}["'][\w. -]*$/i, isSure: true },
  ),
  // A cookie jar: `.x.example TRUE / TRUE 0 sessionid …`
  connector(`${LETTERS}${DIGITS}\\%_`, '(?:\\t|\\\\{1,16}t)', 'long', {
    before: /(?:TRUE|FALSE)(?:\t|\\{1,16}t)\d+(?:\t|\\{1,16}t)[\w.-]*$/,
  }),
  // `credentials: ada / …`, `credentials are ada:…`
  connector(
    ':iaf',
    `(?: for [\\w .-]{1,40})?(?:${B}:|s? (?:is|are):?)${B}(?:\\*\\*)?${B}[\\w.+@-]{1,48}(?: ?/ ?|:)(?=[^\\s/])`,
    'random',
    {
      before: /(?:credentials?|creds|account|login)$/i,
      isPassword: true,
    },
  ),
  // `"NAME": {"value": "…"}`, `name:\n  default: …`
  connector(`:=`, `${B}[=:]${B}(?:\\{|(?=${BREAK}))${GAP}${OTHERS}${VALUE_KEY}${B}[=:]${GAP}`, 'any'),
  // `env.NAME || "…"`, `getenv("NAME") ?: "…"`, `name === "…"`, `toBe("…")`, `unwrap_or("…")`, `fetch("NAME") { "…" }`
  connector(
    `)|?!=o{.${DIGITS}`,
    `${B}\\)?${B}(?:\\|\\|=?|\\?\\?=?|\\?:|[!=]==?|or\\b|\\{|\\)?\\.\\w{2,24}\\()${B}(?:default${BLANK}{0,2}=${BLANK}{0,2})?(?=${QUOTE})`,
    'none',
  ),
  // `getenv("NAME", "…")`, `define('NAME', '…')`
  connector(',', `${B},${GAP}(?:default${BLANK}{0,2}[=:]${BLANK}{0,2})?(?:[rbfuN](?=["']))?(?=${QUOTE})`, 'none', {
    before: /(?:[\w)\]]\(|\[|, ?)\s*\\{0,16}["'`][\w#.:[=\\"'\] -]*$/,
  }),
  // `setPassword("…")`, `the password (…)`
  connector('(', `${BLANK}{0,2}\\(${B}`, 'random'),
  // PayPal and Braintree
  connector('$', '\\$(?:production|sandbox)\\$(?:[a-z0-9]{16}\\$)', 'any'),
  // `${NAME:-…}`
  connector(':}', `\\}?:-`, 'any', { before: /\$\{\w*$/ }),
  // A table: `| Password | … |`; `<td>Password</td><td>…`
  connector('|', `${B}\\|${B}(?=[^|\\n]{1,200}\\|)`, 'any', { before: /\|\s*[`*\w .-]*$/ }),
  connector(`<${BREAKS}`, `${GAP}<\\w{1,10}(?: [^<>]{0,80})?>`, 'any', { before: />[\w .-]*$/ }),
  // `<password type="x">…</password>`, `<string name="api_key">…</string>`
  connector('>', `>${GAP}(?:<!\\[CDATA\\[)?`, 'any', { before: /<[\w:.-]+\s[^<>]*$/ }),
  connector(LETTERS, `${BLANK}[^<>]{0,80}>`, 'any', { before: /<pass$/i, isPassword: true }),
  connector(LETTERS, `${BLANK}[^<>]{0,80}>`, 'any', { before: /<[\w:.-]*$/ }),
  // `Password - …`
  connector('-–—', `${BLANK}{1,4}[–—-]{1,2}${BLANK}{1,4}`, 'random'),
  // `ENV NAME …`, `setx NAME …`, `IDENTIFIED BY …`
  connector(`${LETTERS}${DIGITS}"'\`\\!#$%*@^~+_`, `${BLANK}{1,4}`, 'any', {
    before: /(?:^|\W)(?:ENV|ARG|setx?|setenv|SetEnv|fastcgi_param|set-environment|-gx|-x)\s+\w*$/,
  }),
  connector(LETTERS, `${BLANK}{1,4}(?:with \\w{1,40} )?by ${B}`, 'any', { before: /identified$/i }),
  // `SET PASSWORD FOR 'ada'@'%' = '…'`, `password <- "…"`
  connector('fF', `${BLANK}for [^\\n=;]{1,80}?=${B}(?=${QUOTE})`, 'none', { isSure: true }),
  connector('<', `${B}<-${B}(?=${QUOTE})`, 'none', { isSure: true }),
  // `IDENTIFIED BY '…'`, `ENV NAME …`, `requirepass …`, `password is …`, `set to`, `password of ada to …`
  connector(
    `${LETTERS}${DIGITS}"'\`\\!#$%*@^~+_<-`,
    `${BLANK}{1,4}(?:(?:with \\w{1,40} )?by ${B}|from ${QUOTE}[^"'\`\\n\\\\]{1,64}${QUOTE} to |(?:is|was|now|set|to|as|es|est|ist|of \\w{1,24} to|for (?:[\\w.@-]{1,24} ){1,3}?(?:is|to)|for [\\w.@-]{1,24}:|=|0|7|--plaintext|--body|<<<) ){0,3}:?`,
    'random',
  ),
];

/** The connectors, indexed by the first non-blank character after a name. */
export const CONNECTORS: readonly (readonly Connector[] | undefined)[] = Array.from({ length: 128 }, (_, code) => {
  const found = TABLE.filter(({ first }) => first.includes(String.fromCharCode(code))).map((each) => each.connector);
  return found.length > 0 ? found : undefined;
});
/** Connectors that begin with a character beyond ASCII. */
export const BEYOND: readonly Connector[] = TABLE.filter(({ first }) => /[^\0-\x7f]/.test(first)).map(
  (each) => each.connector,
);

/** Closes a name: quotes, emphasis, brackets, tags. */
export const CLOSE = new RegExp(
  `(?:${QUOTE}|\\*{1,3}|_{1,2}(?!\\w)|\\](?!\\()|&(?:quot|apos|#3[49]);|\\\\{1,8}u002[27]|%2[27]|<\\\\{0,4}/\\w{1,10}>|${COLOUR}){1,5}`,
  'iy',
);

import type { Anchors } from '../anchor/anchors.js';
import { ALL, BEYOND_ASCII } from '../anchor/bytes.js';
import type { Graph } from '../anchor/graph.js';
import { membersOf, WORD_DASH_DOT } from '../characters.js';

/** What a name implies about its value. */
export interface SecretName {
  kind: string;
  /**
   * The value needed as proof. `password`: anything a person could type. `secret`: anything but a name. `unsure`: the
   * name is ambiguous, so anything but a word, a path or a number. `token`: random. `key`: long, random and written as
   * a value. `session`: long and random. `authorization`, `cookie`: the rest of the line.
   */
  proof: 'password' | 'secret' | 'unsure' | 'token' | 'key' | 'session' | 'authorization' | 'cookie';
  /** An unquoted value ends at the first character beyond ASCII, where a sentence in a script without spaces goes on. */
  isAscii?: true;
  /** Only `NAME=value` and quoted values count. Before a colon, this word means something else. */
  isAssigned?: true;
}

export const LONGEST_NAME = 80;
const remembered = new Map<string, SecretName | undefined>();

/** Recognises `DB_PASSWORD`, `clientSecret` and `x-api-key`, but not `max_tokens`, `publicKey` or `tokenType`. */
export function secretName(name: string): SecretName | undefined {
  if (name.length > LONGEST_NAME || name.length < 2) return undefined;
  const known = remembered.get(name);
  if (known || remembered.has(name)) return known;
  const found = judge(name);
  if (remembered.size > 5000) remembered.clear();
  remembered.set(alone(name), found);
  return found;
}

/** `API key`, `Secret Key`: the last two words before `end`. */
export function secretPhrase(text: string, end: number): SecretName | undefined {
  const words = PHRASE.exec(text.slice(Math.max(0, end - 36), end));
  return words ? secretName(`${words[1]}_${words[2]}`) : undefined;
}

const BEFORE_KEY =
  'api secret access private auth encryption master signing license deploy client account ssh admin service webhook shared recovery setup registration activation unseal root session'.split(
    ' ',
  );
const PHRASE = new RegExp(`(?:^|\\W)(${BEFORE_KEY.join('|')}) (key)s?$`, 'i');

/** Copies a name that is kept: in V8, a slice keeps the whole text in memory. */
function alone(name: string): string {
  return ` ${name}`.slice(1);
}

function judge(name: string): SecretName | undefined {
  // This is also the working folder's variable, so the value must not look like a word.
  const folder = /(?:^|\.)((?:old)?pwd)$/i.exec(name)?.[1];
  if (folder) return folder === folder.toUpperCase() ? undefined : UNSURE_PASSWORD;
  const words = wordsOf(name);
  while (words.length > 1 && STAGES.has(words.at(-1) ?? '')) words.pop();
  const last = words.at(-1) ?? '';
  const before = words.at(-2) ?? '';
  if (last === 'tokens' && before.endsWith('put')) return undefined;
  if (PASSWORDS.some((word) => last.endsWith(word))) return NOT_ONE_BEFORE.has(before) ? undefined : PASSWORD;
  const known = LAST_WORDS.get(last);
  if (NOT_ONE_BEFORE.has(before) || (last !== 'secret' && NOT_SECRET_BEFORE.has(before))) return undefined;
  return known ? known.judge({ before, words, name }) : judgeCompound(last, words);
}

/** `authtoken`, `apikey`, `clientsecret`, `dbpass`: the words before the last one, without a sign between. */
function judgeCompound(last: string, words: string[]): SecretName | undefined {
  const [, before = '', word] = /^([a-z]+?)(key|secret|token|pass|pwd|pw|psk)$/.exec(last) ?? [];
  if (word === 'key') return COMPOUND_KEY.test(before) ? keyName(before, words) : undefined;
  if (word === 'secret') return SECRET;
  if (word === 'token') return NOT_SECRET_BEFORE.has(before) || NOT_ONE_BEFORE.has(before) ? undefined : TOKEN;
  return word && !ORDINARY_WORD.test(last) ? PASSWORD : undefined;
}

const COMPOUND_KEY = /(?:api|access|secret|private|auth|account|encryption|signing|master|license|deploy)$/;
/** Words that end like names of passwords. */
const ORDINARY_WORD =
  /^(?:(?:by|com|encom|tres|sur|over|under|im|multi|single|two|first|last|one|render|sub|shader|out|in|all|can|will|test|tests)pass|(?:old|c|o)pwd)$/;

function keyName(before: string, words: string[]): SecretName | undefined {
  if (words.includes('public') || words.includes('publishable')) return undefined;
  if (words.includes('aws') && (before === 'access' || before === 'secret')) return AWS_SECRET;
  if (before === 'access' && words.includes('secret')) return AWS_SECRET;
  if (/^(?:account|accountkey|accesskeyvalue)$/.test(before) || words.includes('azure')) return AZURE;
  if (before === 'secret') return SECRET;
  if (KEYS.has(before)) return API_KEY;
  return words.length > 1 ? KEY : undefined;
}

/** Erlang's nodes trust whoever has their cookie. */
const cookieName = (words: string[], before: string) =>
  words.length === 1 || before === 'set' ? COOKIE : /^(?:release|erlang|rabbitmq)$/.test(before) ? PASSWORD : undefined;

const passName = (name: string) => (name === 'PASS' ? ASSIGNED_PASSWORD : UNSURE_PASSWORD);

export const PASSWORD: SecretName = { kind: 'password', proof: 'password' };
/** Tests report `pass=12` and `pass: true`. */
const UNSURE_PASSWORD: SecretName = { kind: 'password', proof: 'unsure' };
/** Tests also report `PASS: TestName/h1`. */
const ASSIGNED_PASSWORD: SecretName = { kind: 'password', proof: 'password', isAssigned: true };
/** `&sig=…` signs an address; `#sig:…` is an anchor. */
const SIGNATURE: SecretName = { kind: 'token', proof: 'token', isAssigned: true };
/** Any other key, and the inputs of cryptography: seeds, salts. */
const KEY: SecretName = { kind: 'key', proof: 'key' };
const SECRET: SecretName = { kind: 'secret', proof: 'secret' };
export const TOKEN: SecretName = { kind: 'token', proof: 'token' };
const API_KEY: SecretName = { kind: 'api_key', proof: 'token' };
const AWS_SECRET: SecretName = { kind: 'aws_secret_key', proof: 'token' };
const AZURE: SecretName = { kind: 'azure_key', proof: 'token' };
const AUTHORIZATION: SecretName = { kind: 'authorization', proof: 'authorization' };
const COOKIE: SecretName = { kind: 'cookie', proof: 'cookie' };
/** Session ids are not always secret: only long, random values count. */
const SESSION: SecretName = { kind: 'session', proof: 'session' };
const CONNECTION = 'connection';
const CONNECTION_STRING: SecretName = { kind: 'connection_string', proof: 'token' };

/** Any word with one of these endings is the name of a password. */
const PASSWORDS =
  'password passwd passphrase passwort kennwort wachtwoord contrasena senha passord senord pasword passwrd pswd clave assword adgangskode jelszo lozinka'.split(
    ' ',
  );

const HASHED = /^pass(?:word|wd)$/;

interface LastWord {
  judge(name: { before: string; words: string[]; name: string }): SecretName | undefined;
  /** The word that must come before it; empty for any. */
  after?: string;
}

const always = (words: string, name: SecretName) =>
  words.split(' ').map((word): [string, LastWord] => [word, { judge: () => name }]);

/** `input_tokens` and `output_tokens` are in most lines of a session. */
const COUNTED = 'put_';
const SESSIONS = 'session sid sessid sessionid jsessionid phpsessid csrftoken clearance cookies';
const SESSION_WORDS = new Set(SESSIONS.split(' '));
/** Comes before a cookie's name that has no sign after it: a quote or a tab, perhaps escaped. */
const BEFORE_COOKIE = '\t\\';
/** Before that quote: see COOKIE in connected.ts. */
const BEFORE_COOKIE_QUOTE = `:=(\\ \t\r\n\v\f${BEYOND_ASCII}`;
/** The meaning of a name, by its last word. */
const LAST_WORDS = new Map<string, LastWord>([
  ...always(
    'pwd passcode pgpass salasana pw bindpw rootbindpw rootpw identified passkey psk passw heslo haslo geslo parool parola sifre ifre sandi setcookie',
    PASSWORD,
  ),
  ...always('requirepass masterauth storepass keypass passout passin userpwd', PASSWORD),
  ...always(SESSIONS, SESSION),
  ...always('secrets tokens passwords apikeys', TOKEN),
  ...always('authorization', AUTHORIZATION),
  ...always('secret', SECRET),
  ...always(
    'token credential credentials creds cred jwt auth dsn pat authtoken authkey apikey bearer csrf setapikey otp totp nthash',
    TOKEN,
  ),
  ...always('sig', SIGNATURE),
  ...always('salt pepper seed hmac keyfile encrypt', KEY),
  ...always('community', UNSURE_PASSWORD),
  ['id', { judge: ({ before }) => (before === 'session' ? SESSION : undefined), after: 'session' }],
  ...['phrase', 'word', 'code'].map((last): [string, LastWord] => [
    last,
    { judge: ({ before }) => (before === 'pass' ? PASSWORD : undefined), after: 'pass' },
  ]),
  ['hash', { judge: ({ before }) => (HASHED.test(before) ? TOKEN : undefined), after: 'password' }],
  // kubeconfig: `client-key-data`
  ['data', { judge: ({ before }) => (before === 'key' ? API_KEY : undefined), after: 'key' }],
  ['pass', { judge: ({ words, name }) => (words.length > 1 ? PASSWORD : passName(name)) }],
  ['cookie', { judge: ({ words, before }) => cookieName(words, before) }],
  ['key', { judge: ({ words, before }) => keyName(before, words), after: '' }],
  ['string', { judge: ({ before }) => (before === CONNECTION ? CONNECTION_STRING : undefined), after: CONNECTION }],
]);

/** Last words of names whose value may follow without a sign. */
export const SPOKEN: readonly string[] = [...LAST_WORDS.keys()].filter((word) => word !== 'id');

const KEYS = new Set(
  'api access secret private auth authentication signing sign encryption encrypt decryption master service deploy license shared storage admin app application client hmac jwt session webhook subscription function functions host integration write recovery setup server pepper salt rsa ssh x aes functions subscription job enc crypto hash preshared psk instrumentation cookie app trigger publish'.split(
    ' ',
  ),
);

/** `API_KEY_PROD`, `TOKEN_2`: these words at the end of a name do not change its meaning. */
const STAGES = new Set(
  'prod production dev development staging stage stg test testing live sandbox old new default value primary secondary rw ro base64 b64 base hex raw plain plaintext 0 1 2 3 4 5 6 7 8 9'.split(
    ' ',
  ),
);

/** `has_password`, `max_token`, `show_secret`: no value follows that is secret. */
const NOT_ONE_BEFORE = new Set(
  'max min num total is has no show hide toggle forgot change confirm invalid missing wrong next prev previous'.split(
    ' ',
  ),
);

/** Keys and tokens that are not secret. */
const NOT_SECRET_BEFORE = new Set(
  'page continuation cursor cancel cancellation input output pad eos bos unk cls special prompt completion foreign primary sort partition cache idempotency public publishable object row group index lookup s3 file item entity record dedupe translation i18n message route react list tab data map lock bucket dedup commit query artifact blob checkpoint'.split(
    ' ',
  ),
);

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replace(/([a-z])(\d+)$/i, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** `mot de passe` */
const FOREIGN_ENDING = 'passe';
/** Endings of secrets' names. */
export const NAME_ENDINGS: readonly string[] = [...PASSWORDS, ...LAST_WORDS.keys(), FOREIGN_ENDING, ...STAGES];
const SEPARATORS = '-._';
const DIGITS = '0123456789';

/** Adds the names of secrets to a graph: a word that makes it one, then any stages, numbers and separators. */
export function leadToNames(anchors: Anchors, from: number, words: Iterable<string> = LAST_WORDS.keys()): void {
  const { graph } = anchors;
  graph.lead(from, SEPARATORS, from);
  for (const word of [...PASSWORDS, FOREIGN_ENDING]) graph.end(graph.wordInAnyCase(from, word));
  const other = anchors.anyOf(membersOf(WORD_DASH_DOT));
  const cookie = graph.node();
  graph.lead(cookie, membersOf(WORD_DASH_DOT), cookie);
  graph.lead(cookie, BEFORE_COOKIE, anchors.anyOf(ALL));
  graph.lead(cookie, '"\'', anchors.anyOf(BEFORE_COOKIE_QUOTE));
  const unlessCounted = graph.unless(COUNTED);
  const conditionOf = (word: string) => {
    if (word === 'tokens') return { before: unlessCounted };
    return words === SPOKEN && SESSION_WORDS.has(word) ? { before: cookie } : {};
  };
  const phrase = graph.node();
  for (const word of BEFORE_KEY) graph.end(graph.wordInAnyCase(phrase, word));
  graph.lead(other, ' ', phrase);
  for (const word of words) {
    const after = LAST_WORDS.get(word)?.after;
    const node = graph.wordInAnyCase(from, word);
    if (after) {
      graph.lead(node, SEPARATORS, node);
      graph.end(graph.wordInAnyCase(node, after));
    } else if (after === undefined) graph.end(node, conditionOf(word));
    else if (words === SPOKEN) spokenKeys(graph, node, phrase);
    else graph.end(node, { before: other });
  }
  // The digits at the end of `base64` are handled by the loop below.
  for (const stage of STAGES) graph.wordInAnyCase(from, stage.replace(/\d+$/, ''), from);
  const digits = graph.node();
  graph.share(digits, from);
  graph.lead(digits, DIGITS, digits);
  graph.lead(from, DIGITS, digits);
}

/** A key's value may follow without a sign only if the word before `key` means a secret. */
function spokenKeys(graph: Graph, key: number, phrase: number): void {
  graph.lead(key, SEPARATORS, key);
  graph.lead(key, ' ', phrase);
  for (const word of KEYS) graph.end(graph.wordInAnyCase(key, word.slice(-3)));
}

/** Indexed by the last two characters. Rules out nearly every name without creating a string. */
const ENDINGS_OF_NAMES = new Uint8Array(65536);
for (const word of NAME_ENDINGS) {
  for (const form of [word, word.toUpperCase(), capitalised(word)]) {
    const last = form.charCodeAt(form.length - 1);
    if (form.length > 1) ENDINGS_OF_NAMES[(form.charCodeAt(form.length - 2) << 8) | last] = 1;
    else for (let before = 0; before < 128; before++) ENDINGS_OF_NAMES[(before << 8) | last] = 1;
  }
}
// Digits may follow any word directly (`password1`).
for (let before = 0; before < 128; before++)
  for (let digit = 48; digit < 58; digit++) ENDINGS_OF_NAMES[(before << 8) | digit] = 1;

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

export function mayEndSecretName(secondLast: number, last: number): boolean {
  return secondLast < 256 && last < 256 && ENDINGS_OF_NAMES[(secondLast << 8) | last] === 1;
}

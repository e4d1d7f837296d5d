import type { Anchors } from '../anchor/anchors.js';
import { characterSet, isIn } from '../characters.js';
import type { Span } from '../finding.js';
import { BREAK } from './line-break.js';
import { isAddress, isPlaceholder } from './secret-value.js';
import { endOfQuoted } from './value.js';

/** A one-letter option by which a command takes a password. Other commands use the same letter for something else. */
interface PasswordOption {
  option: string;
  /** Only `-pSECRET` counts. After a bare `-p` the command prompts, and the next word is something else. */
  isAttached?: true;
  /** The command's own options end at its first other word, where another command begins. */
  isLeading?: true;
  /** Other options of that command whose value is the next word. */
  otherValues?: string;
  /** Must match the text before the command's name if the name alone proves too little. */
  after?: RegExp;
  /** The command reads the password from an `echo` that is piped into it. */
  isSink?: true;
  /** Matches the part of the option's value before the password. */
  beforePassword?: RegExp;
}

const MYSQL: PasswordOption = { option: 'p', isAttached: true };
const MONGO: PasswordOption = { option: 'p' };
const LDAP: PasswordOption = { option: 'w' };

const LOGIN: PasswordOption = {
  option: 'p',
  after:
    /(?:^|\\[nrt]|[[;]\d{0,3}m|[^\w\\-])(?:docker|podman|nerdctl|buildah|skopeo|oras|crane|registry|acr|az|oc|cf|expo|eas|npm|yarn|heroku|jf|rancher|argocd|ibmcloud|kaggle)\b[^\n;|&]{0,60}$/,
};

const ATTACHED: PasswordOption = { option: 'p', isAttached: true };
const SMALL_P: PasswordOption = { option: 'p' };
const CAPITAL_P: PasswordOption = { option: 'P' };
/** An option whose value holds both user and password: `-U ada%…`, `-a ada:…`, `-u ada,…`. */
const userAnd = (option: string, sign: string): PasswordOption => ({
  option,
  beforePassword: new RegExp(`^[^\\s${sign}]{1,64}${sign}`),
});

/** Names of commands: a shared beginning and the possible endings. */
const FAMILIES: readonly [beginning: string, endings: string, options: PasswordOption | readonly PasswordOption[]][] = [
  ['mysql', ' dump admin import show check slap pump', MYSQL],
  ['mariadb', ' -dump -admin', MYSQL],
  ['mycli', '', ATTACHED],
  ['mongo', ' sh dump restore export import', MONGO],
  ['ldap', 'search add modify delete passwd whoami', LDAP],
  ['sshpass', '', { option: 'p', isLeading: true, otherValues: 'fdP' }],
  ['redis-cli', '', { option: 'a' }],
  ['login', '', LOGIN],
  ['7z', ' a z r', ATTACHED],
  ['', 'unrar rar', ATTACHED],
  ['', 'sqlcmd unzip zip zipcloak bcp isql tsql ipmitool mosquitto_pub mosquitto_sub p4', CAPITAL_P],
  [
    '',
    'cqlsh hydra twine useradd usermod rdesktop crackmapexec nxc netexec psexec ncftpput ncftpget ncftp rabbitmqadmin rcon mcrcon snowsql poetry dotnet conan cosign add-user pgcli mssql-cli clickhouse arangosh couchbase-cli dsmc zabbix_get schtasks',
    SMALL_P,
  ],
  ['', 'evil-winrm', [SMALL_P, { option: 'H' }]],
  ['nxc', '', { option: 'H' }],
  ['uv', '', { option: 't' }],
  ['kadmin', '', LDAP],
  ['ldappasswd', '', { option: 's' }],
  ['snmp', 'walk get getnext set bulkwalk bulkget table trap', [{ option: 'A' }, { option: 'X' }, { option: 'c' }]],
  ['ssh-keygen', '', [{ option: 'N' }, CAPITAL_P]],
  ['', 'https http xh xhs', userAnd('a', ':')],
  ['', 'smbclient rpcclient smbget', userAnd('U', '%')],
  ['', 'lftp ftp', userAnd('u', ',')],
  ['curl', '', userAnd('E', ':')],
  ['curl', '', { option: 'b', beforePassword: /^(?=[\w.-]{1,64}=)/ }],
  ['openssl', '', [{ option: 'k' }, { option: 'K' }]],
  ['sudo', '', { option: 'S', isSink: true }],
];

const QUOTED = '\\\\{0,16}["\'](?!\\s)';

/** A random value alone in the next line: what a generator prints. */
const PRINTED = `[^\\n]{0,120}?${BREAK}[ \\t]*(?:base64:)?(?=[\\w+/-]{0,120}\\d)(?=[\\w+/-]{16,}={0,2}[ \\t]*(?:[\\r\\n"\\\\]|$))`;
const AT_USER =
  '(?: for [\\w .-]{1,40}?)?(?: is| with| as|:)?\\s*[\\w.+@-]{1,48} / (?=[^\\s/\\d]{0,40}\\d)(?=[^\\s/]{6})';

/** Other commands, with a pattern for the text between name and secret. */
const FORMS: readonly [commands: string, form: string][] = [
  ['sqlplus impdp expdp rman sqlldr', `\\s+(?:target\\s+)?(?:-\\w+\\s+)*[\\w$#"]+/(?=[^\\s/@])`],
  ['rand urandom genkey genpsk token_hex token_urlsafe randomBytes pwgen gen-random', PRINTED],
  ['oathtool', '\\s[^\\n]{0,80}?\\s(?=["\']?[A-Z2-7]{4}[ A-Z2-7]{12})'],
  ['accounts', `\\\\{0,16}["']?\\s*[:=]\\s*\\[\\s*(?=\\\\{0,16}["'\`]0x[0-9a-f]{64}\\\\{0,16}["'\`])`],
  [
    'SecureString',
    `\\\\{0,16}["'],\\s*(?:\\\\{0,16}["']Name[^,]{1,120},\\s*)?\\\\{0,16}["']Value\\\\{0,16}["']\\s*:\\s*(?=${QUOTED})`,
  ],
  ['random_password random_string', `\\\\{0,16}["'][^]{0,600}?["']result\\\\{0,16}["']\\s*:\\s*(?=${QUOTED})`],
  ['setcookie', '\\s+'],
  ['erl werl', '\\s[^\\n]{0,160}?-setcookie\\s+'],
  ['tacacs-server radius-server', '\\s[^\\n]{0,80}?key\\s+(?:\\d\\s+)?'],
  ['key-string', '\\s+(?:\\d\\s+)?'],
  ['ascii-text', `\\s+(?=${QUOTED})`],
  ['addauth', '\\s+digest\\s+[\\w.-]{1,48}:(?=[^\\s:]{4})(?=[^\\s]{0,60}\\d)'],
  ['jenkins-cli nikto', '[^\\n]{0,160}?\\s-(?:auth|id)\\s+[^\\s:]{1,64}:(?=\\S)'],
  ['bw', '\\s+(?:unlock|login\\s+\\S+@\\S+)\\s+(?!-)'],
  ['steamcmd', '\\s[^\\n]{0,80}?\\+login\\s+\\S+\\s+(?!\\+)'],
  [
    'composer',
    '\\s[^\\n]{0,40}?(?:http-basic\\.\\S+\\s+\\S+|github-oauth\\.\\S+|gitlab-token\\.\\S+|bearer\\.\\S+)\\s+',
  ],
  ['bundle', '\\s+config\\s+(?:set\\s+)?(?:--\\w+\\s+)*\\S+\\s+[\\w.-]{1,64}:(?!//)'],
  ['encrypt_string', `\\s+(?=${QUOTED})`],
  ['obscure', '\\s+(?=\\S{0,60}\\d)(?!-)'],
  [
    '-setairportnetwork networksetup samba-tool',
    '\\s+(?:-setairportnetwork\\s+\\S+|user\\s+(?:create|add|setpassword))\\s+\\S+\\s+(?!-)',
  ],
  ['add-user', '(?:\\.(?:sh|bat))?\\s+[\\w.]+\\s+(?=[^\\s-]\\S{0,60}\\d)'],
  ['qpdf', '\\s[^\\n]{0,60}?--encrypt\\s+'],
  ['iwconfig', '\\s+\\w+\\s+key\\s+(?:s:)?(?=\\S{5})'],
  ['swaks sendemail sendEmail', '\\s[^\\n]{0,160}?\\s-(?:ap|xp)\\s+'],
  ['secrets', '\\s+set\\s+(?:-\\S+\\s+)*[A-Z][A-Z0-9_]*=(?=\\S{6})'],
  ['dgst', '\\s[^\\n]{0,60}?-hmac\\s+'],
  ['_auth', '\\s+(?=[\\w+/=-]{16})'],
  ['from-literal', '=[\\w.-]{1,64}=(?=[^\\s]{0,60}\\d)(?=[^\\s"\']{12})'],
  ['vault', '\\s+(?:login|unseal|operator\\s+unseal)\\s+(?:-\\S+\\s+)*(?:token=)?'],
  ['cargo', '\\s+login\\s+(?:-\\S+\\s+)*'],
  ['nuget', '\\s+set[aA]pi[kK]ey\\s+'],
  ['poetry', '\\s+config\\s+(?:pypi-token\\.\\S+|http-basic\\.\\S+\\s+\\S+)\\s+'],
  ['htpasswd', '\\s+-\\w*b\\w*\\s+(?:-\\w+\\s+)*\\S+\\s+\\S+\\s+'],
  ['rabbitmqctl', '\\s+(?:add_user|change_password|authenticate_user)\\s+\\S+\\s+'],
  ['wpa_passphrase', '\\s+(?:"[^"\\n]+"|\\S+)\\s+'],
  ['wpa-psk', '\\s+'],
  ['auth-user-pass', '\\s*\\n[ \\t]*\\S+\\n[ \\t]*'],
  ['AUTH', '\\s+(?:[\\w-]+\\s+)?(?=["\']?[^\\s\\d]{0,60}\\d\\S{3})'],
  ['login', '\\s[^\\n]{0,160}?<<<\\s*(?=\\S{8})'],
  ['login', '=(?=[0-9a-f]{40}(?![0-9a-f]))'],
  ['login Login creds credentials', AT_USER],
  ['chpasswd', ':\\s+list:\\s*(?:\\|\\s*)?(?:- )?[\\w.-]{1,32}:(?=\\S)'],
  ['masterauth', '\\s+(?=[^\\s\\d]{0,60}\\d)'],
  ['isakmp', '\\s+key\\s+(?:\\d\\s+)?'],
  ['EAP XAUTH KEY', `\\s+(?=${QUOTED})`],
  ['PRAGMA', '\\s+key\\s*=\\s*'],
  ['kinit', '\\s[^\\n]{0,80}?<<<\\s*'],
  ['secrets', '\\s[^\\n]{0,160}?<<<\\s*'],
  ['snmp-server', '\\s+community\\s+'],
  ['net', '\\s+use\\s+(?:[A-Za-z*]:?\\s+)?\\\\{2,16}[^\\s]+\\s+(?:/user:\\S+\\s+)?(?!/)'],
  ['net', '\\s+user\\s+[^\\s/]+\\s+(?=[^\\s/]+\\s+/add)'],
  ['xfreerdp', '[^\\n]{0,160}?\\s/p:'],
  ['cmdkey', '[^\\n]{0,160}?\\s/pass:'],
  ['plink pscp puttygen psftp', '\\s[^\\n]{0,160}?-pw\\s+'],
  ['put-parameter', '\\s[^\\n]{0,240}?--value[ =]'],
  ['create-secret', '\\s[^\\n]{0,240}?--secret-string[ =]'],
  ['secret', '\\s+set\\b[^\\n]{0,200}?\\s--value[ =]'],
  ['influx', '\\s[^\\n]{0,160}?\\s(?:-t|--token)[ =]'],
  ['nuget', '\\s+push\\b[^\\n]{0,160}?\\s(?:-k|--api-key|-ApiKey)\\s+'],
  ['gem', '\\s+push\\b[^\\n]{0,160}?\\s(?:-k|--key)\\s+'],
  ['doctl', '\\s+auth\\s+init\\s+(?:-t|--access-token)[ =]'],
  ['alias', '\\s+set\\s+\\S+\\s+https?:\\S+\\s+\\S+\\s+'],
  ['cloudflared', '\\s+service\\s+install\\s+'],
  ['add-generic-password add-internet-password', '\\s[^\\n]{0,200}?-w\\s+'],
  ['sp_addlogin', `\\s+${QUOTED}[^"'\\n]{1,64}["'],\\s*(?=N?${QUOTED})`],
  ['secret', '\\s+set\\s+\\w+\\s+-b\\s*'],
  ['ConvertTo-SecureString', `\\s+(?:-String\\s+)?(?=${QUOTED})`],
  ['sudo', `\\s+-S\\b[^\\n|]{0,60}?<<<\\s*(?=${QUOTED})`],
];

const ARGUMENT = '(?:\\\\{0,16}["\'][^"\'\\n]{0,160}["\']|[\\w.$]{1,64}|\\{[^{}\\n]{0,200}\\})';
/** `b"…"`, `[]byte("…")`, `Buffer.from("…")`, `Encoding.UTF8.GetBytes("…")` */
const WRAPPED = '(?:b(?=\\\\{0,16}["\'])|(?:[\\w.:[\\]]{1,48}\\(){1,2})?';

/** Functions that take a secret, with the position of that argument. */
const FUNCTIONS: readonly [names: string, argument: number][] = [
  [
    'SecretKeySpec crypt gen_salt Fernet cookieParser Wallet privateKeyToAccount SigningKey createSecretKey TOTP HOTP from_key fromPrivateKey from_private_key SymmetricSecurityKey hmacShaKeyFor HMAC256 HMAC384 HMAC512 HMACSHA1 HMACSHA256 HMACSHA384 HMACSHA512 HMACMD5 SignedString NewCookieStore PBEKeySpec AzureKeyCredential TeleBot hashSync compareSync password_hash password_verify generate_password_hash make_password check_password_hash bcrypt bearer_auth bearerAuth BearerToken GenerateFromPassword',
    1,
  ],
  [
    'createHmac createCipheriv createDecipheriv pgp_sym_encrypt pgp_sym_decrypt createClient HmacSHA1 HmacSHA256 HmacSHA512 HmacMD5 hexdigest signWith twilio Twilio StorageSharedKeyCredential NewSharedKeyCredential AES_ENCRYPT AES_DECRYPT aes_encrypt aes_decrypt',
    2,
  ],
  [
    'HTTPBasicAuth HttpBasicAuth SetBasicAuth setBasicAuth basic_auth basicAuth BasicAuth HTTPDigestAuth withBasicAuth PlainCredentials PlainAuthProvider',
    2,
  ],
  [
    'PSCredential NetworkCredential PasswordAuthentication UsernamePasswordCredentials UsernamePasswordCredential BasicAWSCredentials BasicSessionCredentials NewStaticCredentials login',
    2,
  ],
  [
    'mysqli mysqli_connect mysql_connect PDO getConnection create_user create_superuser Sequelize hash_hmac openssl_encrypt openssl_decrypt ClientSecretCredential NewClientSecretCredential PlainAuth',
    3,
  ],
  ['createUserWithEmailAndPassword signInWithEmailAndPassword', 2],
  ['Credentials', 4],
];

const formOfFunction = (argument: number) =>
  `\\(\\s*${`${ARGUMENT},\\s*`.repeat(argument - 1)}${WRAPPED}(?=${QUOTED}[^\\s"']{6,128}["'\\\\])`;

/** `auth=("ada", "…")` */
const PAIR = `\\\\{0,16}["']?\\s*[=:]\\s*[(\\[]\\s*${ARGUMENT},\\s*(?=${QUOTED}[^\\s"']{3,128}["'\\\\])`;

const JWT = /(?:\b|\dm)(?:jwt|jsonwebtoken|JWT|jose|cookie|Cookie)(?:\.|::|->)$/;

const CONNECTING = /(?:sql\w*|psycopg2?|db|database|ssh|client|conn\w*|paramiko|oracledb|ftp|DBI)(?:\.|->|::)$/i;

/** `key = bytes.fromhex("…")` */
const KEY_BYTES = /(?:key|secret|seed|salt)\w{0,16}\s?[:=]\s?(?:bytes|Buffer|bytearray)\.$/i;

/** Ambiguous words: which of their arguments may be the secret, and what must come before the word. */
const METHODS: readonly [names: string, places: readonly number[], before: RegExp][] = [
  // `jwt.sign(payload, "…")`
  ['sign verify encode decode', [2], JWT],
  ['fromhex from', [1], KEY_BYTES],
  ['connect', [3, 4, 2], CONNECTING],
  ['new', [1], /(?:AES|DES3?|hmac|HMAC|Fernet|ChaCha20\w*|Blowfish)\.$/],
  ['new create', [2], /Credentials(?:\.|::)$/],
  ['New', [1, 2], /(?:hmac|securecookie)\.$/],
  ['encrypt decrypt', [2], /(?:AES|TripleDES|DES|Rabbit|RC4)\.$/],
  ['hash compare hashpw verify', [1], /(?:bcrypt|argon2|scrypt)\.$/i],
  ['hash_password', [1], /\.$/],
  ['basic', [2], /(?:auth|Credentials|AuthTokens)\.$/i],
  ['auth', [2, 1], /(?:redis|jedis|db|client|conn\w*)(?:\.|->)$/i],
  ['load', [2], /key_?store(?:\.|->)$|\bks\.$/i],
  ['__construct', [3], /(?:PDO|mysqli)(?:->|::)$/i],
  ['begin', [2], /WiFi\w*\.$/i],
];

const METHOD_NAMES = new Set(METHODS.flatMap(([names]) => names.split(' ')));

interface Form {
  form: RegExp;
  before?: RegExp;
}
const COMMAND_FORMS = new Map<string, Form[]>();
/** Only a bracket comes right after these. */
const CALLED = new Set<string>();

function addForm(names: string, form: string, before?: RegExp): void {
  for (const name of names.split(' ')) {
    const known = COMMAND_FORMS.get(name);
    if (!known && form.startsWith('\\(')) CALLED.add(name);
    else if (!form.startsWith('\\(')) CALLED.delete(name);
    COMMAND_FORMS.set(name, [...(known ?? []), { form: new RegExp(form, 'y'), ...(before && { before }) }]);
  }
}

for (const [names, form] of FORMS) addForm(names, form);
for (const [names, argument] of FUNCTIONS) addForm(names, formOfFunction(argument));
for (const [names, places, before] of METHODS)
  for (const argument of places) addForm(names, formOfFunction(argument), before);
addForm('auth credentials basicAuth', PAIR);

const COMMANDS = new Map<string, readonly PasswordOption[]>();
for (const [beginning, endings, option] of FAMILIES)
  for (const ending of endings.split(' '))
    COMMANDS.set(beginning + ending, [...(COMMANDS.get(beginning + ending) ?? []), option].flat());

const LETTERS = new Set([...COMMANDS.values()].flat().map(({ option }) => option));
const COMMAND_BEFORE = new RegExp(
  `(?:^|[^\\w-]|\\\\[nrt]|[[;]\\d{0,3}m)(${[...COMMANDS.keys()].sort((a, b) => b.length - a.length).join('|')})(?=\\s)`,
  'g',
);

/** In `ada:…@tcp(`, the password comes before these words. */
const NETWORKS = ['tcp', 'udp', 'unix'];
const DSN = /(?:^|[^\w.-])[\w.-]{1,64}:([^\s"'`\\/@]{3,128})@$/;

/** As in a netrc file. */
const PASSWORD = 'password';
/** Commands that read a password from an `echo` piped into them. */
const SINKS = ['--password-stdin', '--with-token', '--passphrase-fd', '--stdin', '--data-file', '--from-file'];
const CHPASSWD = 'chpasswd';
const ECHOED =
  /(?:echo|printf)\s+(?:-\w+\s+|\\{0,16}["']%s(?:\\{1,8}n)?\\{0,16}["']\s+)*(\\{0,16}["']?)(?:[\w.-]{1,32}:)?([^\s"'|\\][^"'|\n]{2,200}?)(?:\\n)?\1\s*\|[^\n]{0,120}$/;

export function anchorCommands(anchors: Anchors): void {
  anchors.word(PASSWORD);
  const blank = anchors.anyOf(' \t\n\u001an');
  for (const letter of LETTERS) anchors.word(`-${letter}`, { before: blank });
  const followed = { sets: [], count: 0, node: anchors.anyOf(' \t\r\n(=:"\'\\') };
  const called = anchors.anyOf('.:>');
  for (const word of COMMAND_FORMS.keys())
    if (CALLED.has(word)) anchors.word(`${word}(`, METHOD_NAMES.has(word) ? { before: called } : {});
    else anchors.word(word, { followedUpTo: followed });
  anchors.word(CHPASSWD);
  for (const word of NETWORKS) anchors.word(`${word}(`);
  for (const word of SINKS) anchors.word(word.replace('--', ''));
}

/** A password given by the option at `start`, or through a pipe. */
export function passwordOfOption(text: string, start: number, end: number): Span | undefined {
  const letter = text.charAt(start + 1);
  if (letter === '-') return echoedTo(text, start, end);
  if (!LETTERS.has(letter)) return undefined;
  const from = Math.max(0, start - REACH);
  const before = text.slice(from, start);
  for (const found of [...before.matchAll(COMMAND_BEFORE)].reverse()) {
    const word = found[1] ?? '';
    const wordEnd = from + found.index + found[0].length;
    for (const command of COMMANDS.get(word) ?? []) {
      if (command.option !== letter) continue;
      if (command.isSink) return echoed(text, start);
      if (!mayFollow(text, wordEnd - word.length, command)) continue;
      const secret = optionValue(text, wordEnd, command);
      if (secret && secret.end > start) return secret;
    }
  }
  return undefined;
}

function mayFollow(text: string, at: number, { after }: PasswordOption): boolean {
  return after === undefined || after.test(text.slice(Math.max(0, at - 80), at));
}

function echoedTo(text: string, start: number, end: number): Span | undefined {
  return SINKS.includes(text.slice(start, Math.min(end, start + 20))) ? echoed(text, start) : undefined;
}

function echoed(text: string, sink: number): Span | undefined {
  const from = Math.max(0, sink - REACH);
  const found = ECHOED.exec(text.slice(from, sink));
  const value = found?.[2];
  if (!found || !value || isPlaceholder(value)) return undefined;
  const start = from + found.index + found[0].indexOf(value, (found[1]?.length ?? 0) + 5);
  return { kind: 'password', start, end: start + value.length, byName: true };
}

/** Indexed by the first two characters, one bit per length. Rules out nearly every word without creating a string. */
const LENGTHS_OF_WORDS = new Uint32Array(16_384);
const WORDS = [PASSWORD, CHPASSWD, ...NETWORKS, ...COMMAND_FORMS.keys()];
for (const name of WORDS) {
  const slot = firstTwo(name, 0);
  LENGTHS_OF_WORDS[slot] = (LENGTHS_OF_WORDS[slot] ?? 0) | (1 << name.length);
}

function firstTwo(text: string, at: number): number {
  return ((text.charCodeAt(at) & 127) << 7) | (text.charCodeAt(at + 1) & 127);
}

const LONGEST_NAME = Math.max(...WORDS.map((name) => name.length));

/** A password after the name of a command, or in a netrc file. The word is the run from `start` to `end`. */
export function passwordAfterWord(text: string, start: number, end: number): Span | undefined {
  if (end - start > LONGEST_NAME) return undefined;
  const lengths = LENGTHS_OF_WORDS[firstTwo(text, start)] ?? 0;
  if (((lengths >> (end - start)) & 1) === 0) return undefined;
  const word = text.slice(start, end);
  if (!isIn(AFTER_COMMAND, text.charCodeAt(end)) && word !== CHPASSWD) return undefined;
  const isSink = PIPED_INTO.test(word) && (!word.startsWith('secret') || TAKES_SECRET.test(text.slice(end, end + 10)));
  const piped = isSink ? echoed(text, start) : undefined;
  if (piped) return piped;
  if (word === PASSWORD) return netrcPassword(text, start, end);
  if (NETWORKS.includes(word)) return beforeNetwork(text, start);
  const near = text.slice(Math.max(0, start - 40), start);
  for (const { form, before } of COMMAND_FORMS.get(word) ?? []) {
    form.lastIndex = end;
    if (before?.test(near) === false || !form.test(text)) continue;
    const found = given(text, form.lastIndex);
    if (found) return found;
  }
  return undefined;
}

/** `echo … | gh secret set NAME` */
const TAKES_SECRET = /^ (?:set|put|create|versions)\b/;
const PIPED_INTO = /^(?:chpasswd|login|kinit|secrets?|cryptsetup|smbpasswd)$/;

function beforeNetwork(text: string, start: number): Span | undefined {
  const value = DSN.exec(text.slice(Math.max(0, start - 200), start))?.[1];
  if (!value || isPlaceholder(value)) return undefined;
  return { kind: 'connection_string', start: start - 1 - value.length, end: start - 1, byName: true };
}

/** `machine HOST login NAME password SECRET`, on one line or several. */
function netrcPassword(text: string, start: number, end: number): Span | undefined {
  const before = text.slice(Math.max(0, start - 240), start);
  if (!before.includes('login') || !NETRC.test(before)) return undefined;
  let from = end;
  while (from - end < 32 && isIn(BLANK_OR_NEW_LINE, text.charCodeAt(from))) from++;
  return given(text, from);
}

const NETRC =
  /\b(?:machine(?:\s|\\[nrt]){1,8}[\w.:[\]-]{1,100}|default)(?:\s|\\[nrt]){1,8}login(?:\s|\\[nrt]){1,8}[^\s\\]{1,80}(?:\s|\\[nrt]){1,8}$/;

const BLANK = characterSet(' \t');
const BLANK_OR_NEW_LINE = characterSet(' \t\r\n');
const AFTER_COMMAND = characterSet(' \t\r\n(=:"\'\\');
const QUOTES = characterSet('"\'');
const COMMAND_END = characterSet('\r\n;|&`');
const BARE_END = characterSet(' \t\r\n;|&`"\'');
const DASH = 45;
const BACKSLASH = 92;
const EQUALS = 61;
/** How far after the command to look for its options. */
const REACH = 320;
const LONGEST_BARE = 256;

function optionValue(text: string, from: number, command: PasswordOption): Span | undefined {
  const words = wordsFrom(text, from);
  for (let at = 0; at < words.length; at++) {
    const { start, end } = words[at] ?? NO_WORD;
    const letter = optionLetter(text, start);
    if (letter === '' && command.isLeading) return undefined;
    const isAlone = end === start + 2;
    if (letter === command.option && !isAlone) return givenTo(command, text, attachedStart(text, start, command));
    if (letter === command.option && !command.isAttached) return givenTo(command, text, words[at + 1]?.start ?? end);
    if (isAlone && letter !== '' && command.otherValues?.includes(letter)) at++;
  }
  return undefined;
}

/** Empty if it is not a one-letter option. */
function optionLetter(text: string, start: number): string {
  return text.charCodeAt(start) === DASH && text.charCodeAt(start + 1) !== DASH ? text.charAt(start + 1) : '';
}

function attachedStart(text: string, start: number, { isAttached }: PasswordOption): number {
  return text.charCodeAt(start + 2) === EQUALS && !isAttached ? start + 3 : start + 2;
}

interface Word {
  start: number;
  end: number;
}
const NO_WORD: Word = { start: 0, end: 0 };

/** The words of a command, up to its end or to REACH. */
function wordsFrom(text: string, from: number): Word[] {
  const limit = Math.min(text.length, from + REACH);
  const words: Word[] = [];
  let at = afterBlanks(text, from, limit);
  while (at < limit && !isIn(COMMAND_END, text.charCodeAt(at))) {
    const end = endOfWord(text, at);
    // A stray quote ends the string that contains the command.
    if (end === at) break;
    words.push({ start: at, end });
    at = afterBlanks(text, end, limit);
    if (at === end) break;
  }
  return words;
}

/** Skips blanks, and line ends after a backslash, even if both are escaped (`\\\n`). */
function afterBlanks(text: string, from: number, limit: number): number {
  let at = from;
  for (;;) {
    if (at >= limit) return at;
    if (isIn(BLANK, text.charCodeAt(at))) at++;
    else if (text.startsWith('\\\n', at)) at += 2;
    else if (text.startsWith('\\\\\\n', at)) at += 4;
    else return at;
  }
}

/** A quoted word, an option with a quoted value, or everything up to a blank. */
function endOfWord(text: string, start: number): number {
  const isOption = text.charCodeAt(start) === DASH;
  const open = isOption ? start + (text.charCodeAt(start + 2) === EQUALS ? 3 : 2) : start;
  const quoted = quotedAt(text, open);
  return quoted ? quoted.next : endOfBare(text, start);
}

/** The content of a quoted word. The quotes may be escaped, as inside JSON. */
function quotedAt(text: string, at: number): { start: number; end: number; next: number } | undefined {
  let open = at;
  while (text.charCodeAt(open) === BACKSLASH && open - at < 16) open++;
  if (!isIn(QUOTES, text.charCodeAt(open))) return undefined;
  const end = endOfQuoted(text, open, open - at);
  return { start: open + 1, end, next: end + (open - at) + 1 };
}

/** A backslash belongs to the word unless it escapes a new line or a quote around the command. */
function endOfBare(text: string, from: number): number {
  const limit = Math.min(text.length, from + LONGEST_BARE);
  let at = from;
  while (at < limit && !isIn(BARE_END, text.charCodeAt(at))) {
    if (text.charCodeAt(at) === BACKSLASH && /["'nrt\\]/.test(text.charAt(at + 1))) break;
    at++;
  }
  return at;
}

function givenTo({ beforePassword }: PasswordOption, text: string, from: number): Span | undefined {
  if (!beforePassword) return given(text, from);
  const quoted = quotedAt(text, from);
  const start = quoted?.start ?? from;
  const user = beforePassword.exec(text.slice(start, start + 80))?.[0];
  if (!user) return undefined;
  if (!quoted) return given(text, start + user.length);
  const value = text.slice(start + user.length, quoted.end);
  return isPlaceholder(value)
    ? undefined
    : { kind: 'password', start: start + user.length, end: quoted.end, byName: true };
}

function given(text: string, from: number): Span | undefined {
  const { start, end } = quotedAt(text, from) ?? { start: from, end: endOfBare(text, from) };
  const value = text.slice(start, end);
  if (value.length < 3 || isPlaceholder(value) || isAddress(value) || NO_PASSWORD.test(value)) return undefined;
  return { kind: 'password', start, end, byName: true };
}

/** Ports (`--name mongo -p 27017:27017`), the next option, and prose about the option. */
const NO_PASSWORD =
  /^(?:(?:[\d.]{7,15}:)?\d{1,5}(?:-\d{1,5})?:\d{1,5}.*|-.*|options?|flags?|and|or|the|is|with|for|to)$/;

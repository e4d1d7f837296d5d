import { describe, expect, it } from 'vitest';
import { findSecrets } from '../src/index.js';

const found = (text: string) => findSecrets(text).map(({ start, end }) => text.slice(start, end));
/** Put together from parts, so that no scanner reports this file. */
const RANDOM = ['v7Rk2qXb', '9TzLm4Wd', 'Hs8YpNc3'].join('');
const HEX = ['4f8a1c97e2b60d53', '9a7f3e10c5d84b26'].join('');

describe('a value some words after the name of a secret', () => {
  it.each([
    ['A temporary password was set for root@localhost: Willow!Otter58', 'Willow!Otter58'],
    ['the password of the staging database is Basalt5512.w', 'Basalt5512.w'],
    [`the pre-shared key of the tunnel is ${RANDOM}`, RANDOM],
    ['The passphrase of the backup is copper-willow-basalt-otter-41.', 'copper-willow-basalt-otter-41'],
    ['log in as ada (password Copper.Otter58) first', 'Copper.Otter58'],
    [`la contraseña del servidor de pruebas es ${RANDOM}`, RANDOM],
    [`Key (base64): ${RANDOM}`, ''],
    [`Encryption key (base64): ${RANDOM}`, RANDOM],
    [`API_TOKEN      ${RANDOM}\nREGION         eu`, RANDOM],
    [`│ DEPLOY_TOKEN │ ${HEX} │`, HEX],
  ])('%s', (text, secret) => {
    expect(found(text)).toEqual(secret === '' ? [] : [secret]);
  });

  it.each([
    [`$ cat config/master.key\n${HEX}`, HEX],
    [`$ kubectl get secret db -o jsonpath='{.data.password}' | base64 -d\n${RANDOM}\n`, RANDOM],
    [`Use this password to go on:\n\n${HEX}\n\nIt is also in a file.`, HEX],
  ])('alone in a line below: %j', (text, secret) => {
    expect(found(text)).toEqual([secret]);
    expect(found(JSON.stringify({ a: text }))).toEqual([secret]);
  });

  it.each([
    'the token was rotated in commit 4f8a1c97e2b60d539a7f3e10c5d84b264f8a1c97',
    'the password form is in src/Password2Form.test.tsx and ParsesHttp2Headers',
    'the secret of session 0b9e4c57-63d2-4f1a-8b70-9f3c5a21de48 is not here',
    'a password for ada@mail.example since 2026-01-04T10:00:00Z',
    'the token counts in utf8-decoder-v2, see docs/token_counts_v2.md',
    '| password | rules |\n| --- | --- |\n| length | at least 8 letters |',
    'password\nparseHttp2Response\n',
  ])('is not in: %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});

describe('a column below the name of a secret', () => {
  it.each([
    ['a table of Markdown', '| host | user | password |\n|---|---|---|\n| a | ada | Willow58!x |'],
    ['an Org table', '| Host | Passwd |\n|------+--------|\n| a | Willow58!x |'],
    ['a table of a wiki', '||Host||Login||Password||\n|a|ada|Willow58!x|'],
    [
      'the output of a database',
      '+---+------------+\n| a | password   |\n+---+------------+\n| 1 | Willow58!x |\n+---+------------+',
    ],
    ['a file of a password manager', 'name,url,username,password,note\na,https://a.example/x,ada,Willow58!x,'],
    ['tabs', 'host\tpassword\na\tWillow58!x'],
    ['aligned columns', 'HOST     PASSWORD      AGE\ndb       Willow58!x    4d'],
    ['a listing with line numbers', '     1→| user | password |\n     2→|---|---|\n     3→| ada | Willow58!x |'],
  ])('%s', (_, text) => {
    expect(found(text)).toEqual(['Willow58!x']);
    expect(found(JSON.stringify({ a: text }))).toEqual(['Willow58!x']);
  });
});

describe('what a person types after a name for it', () => {
  const words = 'copper willow basalt otter lantern meadow harbor pebble marble tundra kettle falcon';
  it.each([
    ['a phrase in the next line', `Write down your recovery phrase:\n${words}`, [words]],
    ['a phrase in a call', `Wallet.fromPhrase("${words}")`, [words]],
    ['a code', 'Your verification code is 480213', ['480213']],
    ['backup codes', 'BACKUP CODES (example)\n1. 4802 1377\n2. 9021 4410\n', ['4802 1377', '9021 4410']],
    ['a PIN', "the safe's PIN is 480213", ['480213']],
    ['an option', 'publish --otp=480213', ['480213']],
    ['a grouped key', 'enter this setup key: k7qa w2mm x4bt p3ne', ['k7qa w2mm x4bt p3ne']],
    ['no number of a line', 'the error code is 480213, and pin 7 is high', []],
  ])('%s', (_, text, secrets) => {
    expect(found(text)).toEqual(secrets);
  });
});

describe('keys and hashes in the forms of their formats', () => {
  const bytes = Array.from({ length: 16 }, (_, at) => (at * 37) % 256);
  const salted = `${RANDOM}$${RANDOM}${RANDOM}`;
  it.each([
    ['a JSON Web Key', `{"kty":"EC","x":"${RANDOM.slice(4)}","d":"${RANDOM}"}`, RANDOM],
    [
      'bytes in C',
      `uint8_t aes_key[16] = { ${bytes.map((byte) => `0x${byte.toString(16)}`).join(', ')} };`,
      '0x25, 0x4a',
    ],
    ['bytes in JSON', `"secretKey": [${bytes.join(',')}]`, '37,74,111'],
    ['Django', `pbkdf2_sha256$600000$${salted}`, salted],
    ['Werkzeug', `scrypt:32768:8:1$${salted}`, salted],
    ['a directory', `userPassword {SSHA}${RANDOM}==`, RANDOM],
    ['PostgreSQL', `"ada" "md5${HEX}"`, HEX],
    ['a key pair in a call', `Client("SK${HEX}", "${RANDOM}")`, RANDOM],
  ])('%s', (_, text, secret) => {
    expect(found(text).join()).toContain(secret);
    expect(found(JSON.stringify({ a: text })).join()).toContain(secret);
  });
});

import { describe, expect, it } from 'vitest';
import { createRedactor, findSecrets } from '../src/index.js';
import { SECRETS_BY_FORM } from './made-up-secrets.js';

/**
 * Long enough that quadratic time far exceeds the test's time limit, while linear time is short. Nothing is measured,
 * because times on a busy machine mean little.
 */
const LENGTH = 300_000;

const beginnings = [
  'A',
  '-',
  '_',
  '/',
  '@',
  '=',
  ':',
  '+',
  '"',
  "'",
  '\\',
  '\\"',
  '\n',
  ' ',
  '.',
  '~',
  '>',
  '<',
  '[',
  '%',
  'é',
  'a1B2',
  '[redacted:',
  '-----BEGIN',
  '-----BEGIN RSA PRIVATE KEY-----',
  '-----BEGIN RSA PRIVATE KEY-----\n',
  `-----BEGIN PRIVATE KEY-----\n${'A1b2'.repeat(5)}\n`,
  '-----BEGIN PRIVATE KEY-----\\n',
  'eyJ',
  'eyJ-',
  'eyJ.',
  'eyJhbGciOiJ9.',
  'eyJhbGciOiJ9-',
  'sk-',
  'sk-ant-',
  'AKIA',
  'ghp_',
  'AKIA-',
  'xoxb-',
  'SG.',
  'dp.pt.',
  'hvs.',
  '://',
  'a://b:',
  'a://b:c/',
  'https://hooks.slack.com/',
  '://a@',
  'password=',
  'password=a',
  'password="',
  "token='",
  'token="a1',
  'password: ',
  'token=token=',
  '--password ',
  '-u a:',
  'mysql ',
  "mysql -p'",
  'mysql -u ',
  'sshpass -p ',
  'docker login ',
  'docker login -p \\"',
  'login password ',
  'machine a login b password ',
  '密码：',
  'пароль: a1',
  'Cookie: a=bbbb ',
  'Authorization: Bearer ',
  'Bearer a1b2c3d4e5f6a7b8 ',
  '<password>',
  '123456789:AA',
  '8Q~',
  'Q~1',
  'bearer ',
  'api key is ',
  'QUJDREVG',
  'QUJDREVG/',
  `${'QUJD'.repeat(19)}\n`,
  `${'QUJD'.repeat(19)}\\n`,
  `${'QUJD'.repeat(19)}\nDone.\n`,
  '\\n',
  '\\u001b',
  '\u001b[31m',
  '%3D',
  'xghp_',
  'xAKIA',
  'AKIA9',
  'xsk-T3BlbkFJ',
  'xeyJ',
  'xeyJ.eyJ',
  'x-----BEGIN ',
  '\u001b[0m=',
  'password\u001b[0m=',
  'password=\u001b[0m',
  'password\\u001b[0m=',
  '\\u0040',
  'a://b:c\\u0040',
  'a://b:\\',
  ...new Set(SECRETS_BY_FORM.map(([, secret]) => secret.slice(0, 12))),
];

describe('the time grows linearly with the length', () => {
  it.each(beginnings.map((beginning) => [JSON.stringify(beginning), beginning] as const))('%s', (_, beginning) => {
    const text = beginning.repeat(Math.ceil(LENGTH / beginning.length)).slice(0, LENGTH);
    expect(Array.isArray(findSecrets(text))).toBe(true);
  });

  it("with a user's pattern", () => {
    const redactor = createRedactor({ patterns: [{ name: 'slow', regex: /a+b+a+c/ }] });
    const text = 'aab'.repeat(LENGTH / 3);
    expect(redactor.redactText(text)).toBe(text);
  });
});

/** Text between a name and its value may be blank, quoted or listed. Each blank must match in one way only. */
const between = [
  ...[8, 24].flatMap((n) => [`a=${' '.repeat(n)}x${' '.repeat(n)},`, `a${' '.repeat(n)}=${' '.repeat(n)},`]),
  `a="x${'\\'.repeat(16)}",`,
  `"a": "b c${' '.repeat(20)}d", `,
  `\n  - k: v w${' '.repeat(20)}`,
  '!a ',
  '&a [(',
  '\\n',
  `t="${'x'.repeat(50)}" `,
];

describe('text between a name and its value takes linear time', () => {
  const names = ['{"name": "password", ', '- name: password', 'password', 'password:', '<input name="password" '];
  it.each(names.flatMap((name) => between.map((part) => [name, part])))('%j with %j', (name, part) => {
    expect(findSecrets(`${name}${part.repeat(8)} `.repeat(200))).toBeInstanceOf(Array);
  });
});

it('a value that ends with many stars takes linear time', () => {
  expect(findSecrets(`password=${'x'.repeat(117)}${'*'.repeat(64)}.`.repeat(100))).toBeInstanceOf(Array);
});

it('an inserted row with many blanks takes linear time', () => {
  const row = `INSERT INTO t (a, password) VALUES (${' '.repeat(20_000)}${'x'.repeat(300)}`;
  expect(findSecrets(row.repeat(10))).toBeInstanceOf(Array);
});

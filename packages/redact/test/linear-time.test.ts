import { describe, expect, it } from 'vitest';
import { createRedactor, findSecrets } from '../src/index.js';
import { SECRETS_BY_FORM } from './made-up-secrets.js';

/**
 * A text ten times as long may take ten times as long, with room for noise; quadratic time would be a hundred times.
 * The plainest are tried with 10 MB, the others with less, for the time of the test.
 */
const PLAIN = ['A', '-----BEGIN', 'eyJ', '/', '@', '='];
const LARGE = 10_000_000;
const USUAL = 200_000;
const MOST = 35;

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
  ...new Set(SECRETS_BY_FORM.map(([, secret]) => secret.slice(0, 12))),
];

describe('time grows with the length, not faster', () => {
  it.each(beginnings.map((beginning) => [JSON.stringify(beginning), beginning] as const))('%s', (_, beginning) => {
    const size = PLAIN.includes(beginning) ? LARGE : USUAL;
    const text = beginning.repeat(Math.ceil(size / beginning.length)).slice(0, size);
    findSecrets(text.slice(0, size / 100));
    expect(leastRatio(text)).toBeLessThan(MOST);
  });

  it('with a pattern of the user', () => {
    const redactor = createRedactor({ patterns: [{ name: 'slow', regex: /a+b+a+c/ }] });
    const time = (count: number) => {
      const start = performance.now();
      redactor.redactText('aab'.repeat(count));
      return performance.now() - start;
    };
    time(1000);
    const ratios = [1, 2, 3].map(() => time(30_000) / Math.max(time(3000), 1));
    expect(Math.min(...ratios)).toBeLessThan(MOST);
  });
});

/** A busy machine can spoil one measurement, not turn quadratic time into linear: the best of a few counts. */
function leastRatio(text: string): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 4 && least >= MOST / 2; round++) {
    const small = Math.max(milliseconds(text.slice(0, text.length / 10)), 1);
    least = Math.min(least, milliseconds(text) / small);
  }
  return least;
}

function milliseconds(text: string): number {
  const start = performance.now();
  findSecrets(text);
  return performance.now() - start;
}

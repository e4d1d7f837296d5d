import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { membersOf } from '../src/characters.js';
import type { Span } from '../src/finding.js';
import { FORMS } from '../src/rule/formed.js';
import { ISSUED_TOKENS } from '../src/rule/issued.js';
import { NAME_ENDINGS } from '../src/rule/secret-name.js';
import { scan, scanPlainly } from '../src/scan.js';
import { GLUED_SECRETS, SECRETS_BY_FORM } from './made-up-secrets.js';
import { piece } from './text-pieces.js';

const shared = process.env['UNSPOOL_CORPUS'];

/** The comparable part of findings, including those inside an encoding. */
const result = (spans: readonly Span[]): unknown =>
  spans.map(({ encoded, ...span }) => ({ ...span, inside: encoded && result(encoded.spans) }));

function expectSame(text: string): void {
  const found = scan(text);
  const wanted = scanPlainly(text);
  if (found.length === 0 && wanted.length === 0) return;
  expect(result(found), JSON.stringify(text)).toEqual(result(wanted));
}

const FILLING = 'word and word '.repeat(6);

describe('the kernel skips nothing that a rule would find:', () => {
  it('made-up secrets anywhere in a text', () => {
    for (const [, secret] of [...SECRETS_BY_FORM, ...GLUED_SECRETS]) {
      for (const before of [
        '',
        ' ',
        '"',
        '\\n',
        '\\\\n',
        '=',
        '.',
        '%3D',
        '\u001b[31m',
        'é',
        '：',
        'Bearer ',
        'key: ',
        'x',
        'token',
        'KEY',
      ]) {
        for (const after of ['', ' ', '"', '\\', '.', '=', 'é', 'and', 'END']) {
          expectSame(before + secret + after + FILLING);
          expectSame(FILLING + before + secret + after);
          expectSame(`${FILLING}→${before}${secret}${after}`);
        }
      }
    }
  });

  it('every kind of issued token', () => {
    for (const { prefix, set, min } of ISSUED_TOKENS) {
      const members = [...membersOf(set)].filter((member) => /[A-Za-z0-9]/.test(member));
      // Seven steps from one character to the next look random, whatever the set.
      const body = Array.from({ length: min }, (_, at) => members[(at * 7 + at * at) % members.length]).join('');
      expect(scanPlainly(prefix + body).length, prefix).toBeGreaterThan(0);
      for (const before of ['', ' ', '"', '/', '\\n', '%3D', '\u001b[31m', 'x-', 'x', '\\u001b'])
        for (const after of ['', ' ', '"', '.', '/', 'x']) expectSame(FILLING + before + prefix + body + after);
    }
  });

  it('every secret with several parts', () => {
    for (const form of FORMS) {
      const secret = fc.stringMatching(new RegExp(`^${form.source.replace(/\(\?!.*\)$/, '')}$`));
      const around = fc.constantFrom('', ' ', '"', '\\n', '/', '.', 'x-', '%3D');
      fc.assert(
        fc.property(around, secret, around, (before, each, after) => {
          expectSame(FILLING + before + each + after);
          expectSame(`${before}${each}${after} ${FILLING}`);
        }),
        { numRuns: 200 },
      );
    }
  });

  it('secrets in a URL, however far from its start', () => {
    const url = (user: string, rest: string) => `${FILLING}see https://${user}${rest}@host.example/ there ${FILLING}`;
    let found = 0;
    for (let length = 0; length < 600; length++) {
      const letters = 'aB3x'.repeat(150).slice(0, length);
      for (const text of [url('u:', letters), url('u:pa/', letters), url('', letters), url(`${letters}:`, 'k8Zq/1')]) {
        expectSame(text);
        if (scanPlainly(text).length > 0) found++;
      }
      expectSame(
        `${FILLING}https://${letters}discord.com/api/v10/webhooks/123456789/${'k8Zq_1Lm'.repeat(6)} ${FILLING}`,
      );
    }
    expect(found).toBeGreaterThan(1000);
  });

  it('texts made of pieces that rules look at', () => {
    fc.assert(
      fc.property(fc.array(piece, { minLength: 4, maxLength: 40 }), (pieces) => {
        expectSame(pieces.join(''));
      }),
      { numRuns: 6000 },
    );
  });

  it('texts made of a few characters and words', () => {
    const alphabets = [
      '-u:. \\"n@/sk_',
      'AKIA0sS k-:\\nm[3;1%D',
      'passwordPASSkey_1=: "\\u001b[m',
      'ghp_.aB3-_ \\n%0',
      'token is now:"` bearerA1',
      '://@hook u0040\\/.:a1',
      'eyJ.-_aA1 ',
      'BEGIN----- \\PRIVATEKEY',
      'QUJDIGE+/=\\nu01 ',
      '密码：пароль:= é→',
      'redacted:[]: token.0a',
    ];
    const words =
      'password|token|ghp_|AKIA|sk-|--|-u |https://|login |mysql |is |\\u001b[31m|key|connection|string|_prod|=|:| |.|aB3dE6gH9jK2mN5pQ8sT1vW4|[redacted:|-----BEGIN |user:|12|SG.|hvs.|-us1|Q~|:AA';
    const part = (alphabet: string) =>
      fc.oneof({ arbitrary: fc.constantFrom(...alphabet), weight: 3 }, fc.constantFrom(...words.split('|')));
    const text = fc
      .constantFrom(...alphabets)
      .chain((alphabet) => fc.array(part(alphabet), { minLength: 20, maxLength: 150 }))
      .map((parts) => parts.join(''));
    fc.assert(fc.property(text, expectSame), { numRuns: 5000 });
  });

  it('the shortest secrets, and escaped or coloured ones', () => {
    const address = 'https://user:pa55w0rd@host';
    for (const secret of [
      '-ua:bcd',
      '密码：a1b2',
      'pwd=h2nt',
      '://:a1b@',
      address.replace('@', '\\u0040'),
      JSON.stringify(JSON.stringify(address).replace('@', '\\u0040')),
      'PASSWORD\u001b[0m=hunter2secret',
      JSON.stringify('PASSWORD\u001b[0m=hunter2secret'),
    ]) {
      for (const text of [`${secret} ${FILLING}`, `${FILLING} ${secret}`, `${FILLING} ${secret} `]) expectSame(text);
    }
    expect(scan(`${FILLING} -ua:bcd`).length).toBe(1);
  });

  it('secrets at the very start or end of a text', () => {
    fc.assert(
      fc.property(piece, piece, (first, last) => {
        expectSame(first + FILLING + last);
        expectSame(`${first}é${FILLING}${last}`);
      }),
      { numRuns: 5000 },
    );
  });

  it('names of secrets in every spelling', () => {
    const cases = [
      (word: string) => word,
      (word: string) => word.toUpperCase(),
      (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1),
      (word: string) => word.slice(0, -1) + word.slice(-1).toUpperCase(),
      (word: string) => word.slice(0, -2).toUpperCase() + word.slice(-2),
      (word: string) => word.slice(0, -2) + word.slice(-2).toUpperCase(),
    ];
    const part = fc
      .tuple(
        fc.constantFrom(...NAME_ENDINGS, 'db', 'api', 'access', 'connection', 'client', 'x', 'my', 'é', '密'),
        fc.constantFrom(...cases),
        fc.constantFrom('', '', '', '_', '-', '.', '1', '12', '123456789', '_2', 'é'),
      )
      .map(([word, write, behind]) => write(word) + behind);
    const name = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''));
    const sign = fc.constantFrom(
      '=',
      ': ',
      ':',
      '":"',
      "'] = '",
      '：',
      ' => ',
      '>',
      '::',
      '==',
      '=~',
      ':=',
      ':~',
      '=:',
      ':>',
    );
    const before = fc.constantFrom('', ' ', '<', '--', '"', '\\n', '1', '(');
    const flag = fc.constantFrom('=', ' ', ' "');
    fc.assert(
      fc.property(name, sign, before, flag, (named, given, start, behind) => {
        expectSame(`${start}${named}${given}hunter2Hunter2 ${FILLING}`);
        expectSame(`${FILLING}${start}${named}${given}a1B2c3D4e5F6g7H8i9 `);
        expectSame(`${FILLING}--${named}${behind}a1B2c3D4e5F6g7H8i9 `);
      }),
      { numRuns: 6000 },
    );
  });

  it('secrets at every offset within a block of 64 characters', () => {
    const found = [
      'mysql -uroot -phunter2x ',
      '\\nmysql -uroot -phunter2x ',
      'machine a.example login me password hunter2x ',
      'run --password hunter2x ',
      'run "--password", "hunter2x" ',
      '\\n--token a1B2c3D4e5F6g7H8 ',
      `x-${'long-'.repeat(30)}ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6 `,
      '\\u001bghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6 ',
      'DB_PASSWORD = "hunter2x" ',
      `src/${Buffer.from('the token=a1B2c3D4e5F6g7H8 of it').toString('base64')} `,
      '密码：a1B2c3D4 ',
      'curl -u me:hunter2x ',
      'PASSWORD\u001b[0m=hunter2x ',
      'PASSWORD\\u001b[1;31m\\u001b[K"=hunter2x ',
      'https://me:hunter2x\\u0040host ',
      ...GLUED_SECRETS.map(([, secret]) => `token${secret} `),
    ];
    for (const secret of found) {
      expect(scanPlainly(secret).length, secret).toBeGreaterThan(0);
      for (let before = 0; before < 130; before++) {
        for (const filling of ['.', 'ab ', '\\n', '/']) {
          const start = `${filling.repeat(before).slice(-before)} `;
          expectSame(`${start}${secret}${FILLING}`);
          expectSame(`${FILLING}${start}${secret}`);
        }
      }
    }
  });

  it('a text scanned after a longer one', () => {
    scan(`${FILLING}password=hunter2hunter2 `.repeat(100));
    for (const end of [':', '=', '\\', '\\n', '\\u', '\\u00', 'password', 'password=', 'token: ', '[', '~', 'x://'])
      expectSame(FILLING + end);
  });
});

describe.skipIf(!shared)('sessions from outside', () => {
  const files = shared ? jsonLinesIn(shared) : [];

  it.skipIf(files.length === 0)(
    'the same findings in every string and every line of them',
    { timeout: 600_000 },
    () => {
      // Most texts occur several times.
      const known = new Set<string>();
      for (const file of files) {
        for (const line of readFileSync(file, 'utf8').split('\n')) {
          for (const text of [line, ...stringsOf(line)]) {
            if (known.has(text)) continue;
            known.add(text);
            expectSame(text);
          }
        }
      }
      expect(known.size).toBeGreaterThan(1000);
    },
  );
});

function jsonLinesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(folder, name));
}

function stringsOf(line: string): string[] {
  const strings: string[] = [];
  try {
    JSON.parse(line, (key, value) => {
      if (typeof value === 'string') strings.push(value);
      if (key.length > 63) strings.push(key);
      return value;
    });
  } catch {
    return [];
  }
  return strings;
}

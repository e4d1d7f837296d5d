import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../src/index.js';
import { LAST_WORDS } from '../src/rule/secret-name.js';
import { isSurelyClean, scanPlainly } from '../src/scan.js';
import { GLUED_SECRETS, SECRETS_BY_FORM } from './made-up-secrets.js';
import { piece } from './text-pieces.js';

const shared = process.env['UNSPOOL_CORPUS'];
const redactor = createRedactor({ salt: 'fixed' });

/** What is called clean is what redacting leaves as it is. Gives whether it was called clean. */
function expectHonest(json: string): boolean {
  const bytes = Buffer.from(`~${json}~`);
  const isClean = redactor.isCleanJson(bytes, 1, bytes.length - 1);
  if (isClean) {
    const value: unknown = JSON.parse(json);
    expect(redactor.redactValue(value), json).toBe(value);
  }
  return isClean;
}

/** The same of a text by itself. */
function expectHonestText(each: string): void {
  if (isSurelyClean(each)) expect(scanPlainly(each), each).toEqual([]);
}

/** The same text with every character, or some, as escapes. */
function escapedIn(text: string, isEscaped: (at: number) => boolean): string {
  const units = Array.from({ length: text.length }, (_, at) => {
    const unit = text.charCodeAt(at);
    return isEscaped(at) ? `\\u${unit.toString(16).padStart(4, '0')}` : JSON.stringify(text.charAt(at)).slice(1, -1);
  });
  return `"${units.join('')}"`;
}

const FILLING = 'word and word '.repeat(6);
const text = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(''));

describe('JSON that is called clean', () => {
  it('holds no made-up secret, however deep it is written', () => {
    for (const [, secret] of [...SECRETS_BY_FORM, ...GLUED_SECRETS]) {
      const texts = [
        secret,
        `token${secret}`,
        FILLING + secret,
        `\n${secret}\t`,
        `é：${secret}`,
        JSON.stringify({ deep: [secret] }),
        JSON.stringify(JSON.stringify({ deep: [secret] })),
        Buffer.from(`${FILLING}${secret}`).toString('base64'),
      ];
      for (const each of texts) {
        for (const value of [each, [each], { a: each }, { [each]: 1 }, { a: [{ b: 'x', c: each }, 'y'] }]) {
          const isChanged = redactor.redactValue(value) !== value;
          if (isChanged) expect(expectHonest(JSON.stringify(value)), each).toBe(false);
        }
        expectHonestText(each);
        if (redactor.redactValue(each) === each) continue;
        expect(expectHonest(escapedIn(each, () => true))).toBe(false);
        expect(expectHonest(escapedIn(each, (at) => at % 3 === 0))).toBe(false);
      }
    }
  });

  it('holds no password of an address whose @ is an escape', () => {
    const address = 'https://user:pa55w0rd@host';
    expect(expectHonest(escapedIn(address, (at) => address.charAt(at) === '@'))).toBe(false);
    expect(expectHonest(JSON.stringify(JSON.stringify(address).replaceAll('@', '\\u0040')))).toBe(false);
  });

  it('holds no secret, however short it is', () => {
    for (const secret of ['-ua:bcd', '密码：a1b2', 'pwd=h2nt', '://:a1b@'])
      expect(expectHonest(JSON.stringify([secret])), secret).toBe(redactor.redactText(secret) === secret);
    expect(expectHonest('["-ua:bcd"]')).toBe(false);
  });

  it('holds no value whose name is in colour', () => {
    const named = 'PASSWORD\u001b[0m=hunter2secret';
    expect(expectHonest(JSON.stringify(named))).toBe(false);
    expect(expectHonest(JSON.stringify(JSON.stringify(named)))).toBe(false);
  });

  it('is left as it is: any string of pieces that rules look at', () => {
    fc.assert(
      fc.property(text, fc.nat(5), (each, step) => {
        expectHonestText(each);
        expectHonest(JSON.stringify(each));
        expectHonest(escapedIn(each, (at) => step > 0 && at % step === 0));
      }),
      { numRuns: 6000 },
    );
  });

  it('is left as it is: values in which names count', () => {
    const name = fc.oneof(
      fc.constantFrom(...LAST_WORDS, 'value', 'name', 'key', 'DB_PASSWORD', 'api_key', 'x', 'Password:', 'пароль'),
      fc
        .tuple(fc.constantFrom(...LAST_WORDS, 'db', 'api'), fc.constantFrom('', '_', '-2', ' ', '3', 'é', '"'))
        .map((parts) => parts.join('')),
      fc
        .tuple(
          fc.constantFrom('api', 'access', 'connection', 'CONNECTION', 'connection2', 'password', 'token', 'Db', ''),
          fc.constantFrom('', ' ', '_', '-', '.', '\n', '"', 'é', '\\', '/', ' _ ', '_'.repeat(12)),
          fc.constantFrom(...LAST_WORDS, 'Key', 'String', 'KEY'),
          fc.constantFrom('', '', ':', '1', ' '),
        )
        .map((parts) => parts.join('')),
      text,
    );
    const string = fc.oneof(
      text,
      fc.constantFrom('hunter2Hunter2', 'a1B2c3D4e5F6g7H8i9', '--password', '--token', 'DB_PASSWORD', '-p', 'plain'),
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof({ depthSize: 'small' }, string, fc.constant(1), fc.constant(null), tie('list'), tie('object')),
      list: fc.array(tie('value'), { maxLength: 4 }),
      object: fc.dictionary(name, tie('value'), { maxKeys: 4 }),
    }));
    fc.assert(
      fc.property(value, (each) => {
        expectHonest(JSON.stringify(each));
      }),
      { numRuns: 6000 },
    );
  });

  it('is most of what there is to say', () => {
    for (const json of [
      JSON.stringify(FILLING.repeat(200)),
      JSON.stringify(`const answer = 42;\nconsole.log("${FILLING}");\n`.repeat(50)),
      JSON.stringify({ command: 'ls -la', description: 'Lists files: all of them' }),
      JSON.stringify([{ type: 'text', text: 'Grüße：ja → 🙂' }]),
      '{}',
      '[]',
      'null',
      '12',
      '""',
    ])
      expect(expectHonest(json), json).toBe(true);
  });

  it('is the same wherever it stands in the bytes', () => {
    const bytes = Buffer.from('"plain":"api_key":"x"');
    expect(redactor.isCleanJson(bytes, 8, 17)).toBe(true);
    expect(redactor.isCleanJson(bytes, 0, 7)).toBe(true);
  });

  it('so are ids and names of tools', () => {
    for (const name of ['Bash', 'toolu_01AbCdEfGhIjKlMnOpQrStUv', 'claude-opus-5-5', 'end_turn', ''])
      expect(isSurelyClean(name), name).toBe(true);
    expect(isSurelyClean('é')).toBe(false);
    expect(isSurelyClean('password=hunter2hunter2')).toBe(false);
  });

  it('is none where own patterns have to be tried', () => {
    const own = createRedactor({ patterns: [{ name: 'animal', regex: 'cat' }] });
    expect(own.isCleanJson(Buffer.from('"a cat"'), 0, 7)).toBe(false);
  });
});

describe.skipIf(!shared)('sessions from outside', () => {
  const files = shared && existsSync(shared) ? jsonLinesIn(shared) : [];

  it('what is called clean in them is left as it is', { timeout: 600_000 }, () => {
    let clean = 0;
    let all = 0;
    for (const file of files) {
      for (const line of readFileSync(file, 'utf8').split('\n')) {
        for (const json of valuesOf(line)) {
          all++;
          if (expectHonest(json)) clean++;
        }
      }
    }
    expect(all).toBeGreaterThan(1000);
    expect(clean / all).toBeGreaterThan(0.5);
  });
});

function jsonLinesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(folder, name));
}

/** A line, and what each of its blocks holds. */
function valuesOf(line: string): string[] {
  try {
    const { message } = JSON.parse(line) as { message?: { content?: unknown } };
    const content = Array.isArray(message?.content) ? message.content : [];
    const values = content.flatMap((block: object) => Object.values(block ?? {}));
    return [line.trim(), ...values.map((value) => JSON.stringify(value) ?? 'null')];
  } catch {
    return [];
  }
}

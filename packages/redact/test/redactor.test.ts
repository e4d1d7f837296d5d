import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../src/index.js';
import { PEM, RANDOM_VALUE, SECRETS_BY_FORM } from './made-up-secrets.js';

const TOKEN = /\[redacted:[\w.-]+:[0-9a-f]{8}\]/;
const github = `ghp_${RANDOM_VALUE}abcd`;

describe('tokens', () => {
  it('are the same for the same secret, however it is escaped', () => {
    const redactor = createRedactor();
    const plain = redactor.redactText(PEM);
    expect(plain).toMatch(/^\[redacted:private_key:[0-9a-f]{8}\]$/);
    expect(redactor.redactText(JSON.stringify({ key: PEM }))).toBe(`{"key":"${plain}"}`);
    expect(redactor.redactText(JSON.stringify(JSON.stringify({ key: PEM })))).toContain(plain);
  });

  it('depend on the salt', () => {
    const one = createRedactor({ salt: 'one' });
    expect(one.redactText(github)).toBe(createRedactor({ salt: 'one' }).redactText(github));
    expect(one.redactText(github)).not.toBe(createRedactor({ salt: 'two' }).redactText(github));
    expect(one.redactText(github)).not.toBe(createRedactor().redactText(github));
  });

  it('keep the kind of the first finding of a secret', () => {
    const redactor = createRedactor();
    const [, first] = redactor.redactText(`password=${RANDOM_VALUE}`).split('=');
    expect(redactor.redactText(`api_key=${RANDOM_VALUE}`)).toBe(`api_key=${first}`);
  });
});

describe('report', () => {
  it('counts by kind and holds no secret', () => {
    const redactor = createRedactor();
    redactor.redactValue([github, `again ${github}`, 'password=hunter2']);
    expect(redactor.report()).toEqual({
      found: 3,
      distinct: 2,
      kinds: { github_token: { found: 2, distinct: 1 }, password: { found: 1, distinct: 1 } },
    });
  });
});

describe('redactValue', () => {
  it('judges a string by the name of its field', () => {
    const redacted = createRedactor().redactValue({
      password: 'hunter2',
      nested: { client_secret: RANDOM_VALUE, tokens: [1, 2] },
      env: [{ name: 'DB_PASSWORD', value: 'hunter3' }],
      args: ['--password', 'hunter4', '--verbose', 'hunter5'],
      text: 'hunter2',
    });
    expect(redacted.password).toMatch(TOKEN);
    expect(redacted.nested.client_secret).toMatch(TOKEN);
    expect(redacted.nested.tokens).toEqual([1, 2]);
    expect(redacted.env[0]?.value).toMatch(TOKEN);
    expect(redacted.args[1]).toMatch(TOKEN);
    expect(redacted.args[3]).toBe('hunter5');
    expect(redacted.text).toBe('hunter2');
  });

  it('gives the same result for repeated short strings under any name', () => {
    const words = fc.constantFrom(
      'text',
      'hunter2',
      'Bash',
      '--password',
      'password',
      'x9Kq27vTzL',
      'password=hunter2',
    );
    const field = fc.tuple(
      fc.constantFrom('type', 'password', 'value', 'name', 'args'),
      fc.oneof(words, fc.array(words)),
    );
    const used = createRedactor({ salt: 'one' });
    fc.assert(
      fc.property(fc.array(field), (fields) => {
        const value = Object.fromEntries(fields);
        expect(used.redactValue(value)).toEqual(createRedactor({ salt: 'one' }).redactValue(value));
      }),
    );
  });

  it('redacts keys and loses no field', () => {
    const redactor = createRedactor();
    const token = redactor.redactText(github);
    const redacted = redactor.redactValue(JSON.parse(`{"${github}":1,"${token}":2,"__proto__":3}`));
    expect(Object.entries(redacted as object)).toEqual([
      [`${token}#2`, 1],
      [token, 2],
      ['__proto__', 3],
    ]);
  });

  it('returns the same reference where nothing changed', () => {
    const clean = { a: [{ b: 'c' }] };
    const value = { clean, dirty: { secret: github, clean } };
    const redacted = createRedactor().redactValue(value);
    expect(redacted).not.toBe(value);
    expect(redacted.clean).toBe(clean);
    expect(redacted.dirty.clean).toBe(clean);
    expect(createRedactor().redactValue(clean)).toBe(clean);
  });

  it('walks 10,000 levels', () => {
    let value: unknown = github;
    for (let level = 0; level < 10_000; level++) value = level % 2 ? [value] : { a: value };
    let inner = createRedactor().redactValue(value);
    for (let level = 0; level < 10_000; level++) inner = Array.isArray(inner) ? inner[0] : (inner as { a: unknown }).a;
    expect(inner).toMatch(TOKEN);
  });
});

describe('encodings stay valid', () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const redactor = createRedactor();

  it('base64', () => {
    const text = redactor.redactText(`see ${base64(`{"key":"${github}","name":"ü"}`)} there`);
    const [, block] = /see (\S+) there/.exec(text) ?? [];
    expect(JSON.parse(Buffer.from(block ?? '', 'base64').toString())).toEqual({
      key: redactor.redactText(github),
      name: 'ü',
    });
  });

  it('base64 in lines', () => {
    const wrapped = base64(`some text before\n${PEM}\nsome after`).replace(/.{76}/g, '$&\n');
    const text = redactor.redactText(wrapped);
    expect(text.split('\n')[0]).toHaveLength(76);
    expect(Buffer.from(text, 'base64').toString()).toBe(`some text before\n${redactor.redactText(PEM)}\nsome after`);
  });

  it('url-safe base64 without padding', () => {
    const block = Buffer.from(`??>>~~ ${github} x`).toString('base64url');
    const decoded = Buffer.from(redactor.redactText(block), 'base64url').toString();
    expect(decoded).toBe(`??>>~~ ${redactor.redactText(github)} x`);
  });

  it('base64 of text without a secret is untouched', () => {
    const clean = base64('nothing to see here, only words and more words');
    expect(redactor.redactText(clean)).toBe(clean);
  });
});

describe('patterns and allow list', () => {
  it("finds matches of the user's patterns, also in base64", () => {
    const redactor = createRedactor({ patterns: [{ name: 'employee', regex: /EMP-(\d{6})/ }] });
    expect(redactor.redactText('id EMP-123456.')).toMatch(/^id EMP-\[redacted:employee:[0-9a-f]{8}\]\.$/);
    const block = redactor.redactText(Buffer.from('the employee is EMP-123456').toString('base64'));
    expect(Buffer.from(block, 'base64').toString()).toMatch(TOKEN);
    const far = `${'x '.repeat(5000)}EMP-654321`;
    expect(redactor.redactText(far)).not.toContain('654321');
  });

  it('leaves allowed values alone', () => {
    const redactor = createRedactor({ allow: ['AKIAIOSFODNN7EXAMPLE', 'hunter2'] });
    expect(redactor.redactText('AKIAIOSFODNN7EXAMPLE password=hunter2')).toBe('AKIAIOSFODNN7EXAMPLE password=hunter2');
    expect(redactor.redactValue({ password: 'hunter2' })).toEqual({ password: 'hunter2' });
  });

  it.each(['(a+)+$', '(a|a)*b', '(\\w|\\d)+x', '(.*)\\1', '((ab)*c?)*', 'x{1,5000}(y{2,})+', '(?:a|ab)+c'])(
    'refuses %s',
    (regex) => {
      expect(() => createRedactor({ patterns: [{ name: 'bad', regex }] })).toThrow(/could take forever/);
    },
  );

  it.each(['EMP-\\d{6}', '(?:foo|bar)+', '[a-z]+@corp\\.example', '(?<id>X[0-9]{1,20})-[A-F]+', 'a{3}b*'])(
    'takes %s',
    (regex) => {
      expect(() => createRedactor({ patterns: [{ name: 'good', regex }] })).not.toThrow();
    },
  );

  it('refuses a name that is invalid in a token', () => {
    expect(() => createRedactor({ patterns: [{ name: 'a b', regex: /x/ }] })).toThrow(/Pattern name/);
  });
});

describe('for every secret, shape and nesting', () => {
  const secrets = fc.constantFrom(...SECRETS_BY_FORM.map(([, secret]) => secret));
  const words = fc.constantFrom(
    '',
    ' ',
    'a word ',
    '\n',
    '"',
    '{"a":1}\n',
    ': ',
    '(',
    'é ',
    '\t',
    '> ',
    '$ echo ',
    '"},{"',
    '=',
  );
  const ends = fc.constantFrom('', ' ', ' more', '\n', '"', ', ', ')', '\t', ';', '`');
  const planted = fc
    .tuple(words, secrets, ends)
    .map(([before, secret, after]) => ({ secret, text: before + secret + after }));
  const wrapped = fc
    .tuple(planted, fc.array(fc.constantFrom('json', 'base64', 'list', 'object', 'prose'), { maxLength: 4 }))
    .map(([{ secret, text }, layers]) => ({ secret, text: layers.reduce(wrap, text) }));

  function wrap(text: string, layer: string): string {
    if (layer === 'json') return JSON.stringify(text);
    if (layer === 'list') return JSON.stringify(['x', text, 1]);
    if (layer === 'object') return JSON.stringify({ text, [text]: 'y' });
    if (layer === 'prose') return `Output:\n${text}\nDone.`;
    return Buffer.from(text).toString('base64');
  }

  /** Everything that a reader could see after decoding every layer of base64. */
  function opened(text: string, depth = 0): string {
    if (depth > 6) return text;
    const inner = [...text.matchAll(/[A-Za-z0-9+/]{24,}={0,2}/g)].map(([block]) =>
      Buffer.from(block, 'base64').toString(),
    );
    return [text, ...inner.map((block) => opened(block, depth + 1))].join('\n');
  }

  const withNewlines = (text: string) => text.replace(/\\+n/g, '\n');

  it('no planted secret survives', () => {
    fc.assert(
      fc.property(fc.array(wrapped, { minLength: 1, maxLength: 3 }), fc.jsonValue({ maxDepth: 3 }), (plants, noise) => {
        const value = {
          noise,
          list: [plants.map(({ text }) => text)],
          keyed: Object.fromEntries(plants.map(({ text }) => [text, noise])),
        };
        const out = withNewlines(opened(JSON.stringify(createRedactor().redactValue(value))));
        for (const { secret } of plants) expect(out).not.toContain(secret);
      }),
      { numRuns: 300 },
    );
  });

  it('redacting again changes nothing', () => {
    fc.assert(
      fc.property(fc.array(wrapped, { maxLength: 3 }), fc.string(), ({ length: _, ...plants }, noise) => {
        const redactor = createRedactor();
        const once = redactor.redactText(
          Object.values(plants)
            .map((plant) => (plant as { text: string }).text)
            .join(noise),
        );
        expect(redactor.redactText(once)).toBe(once);
      }),
      { numRuns: 300 },
    );
  });

  it('text around a secret is untouched', () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 8 }), secrets, fc.lorem({ maxCount: 8 }), (before, secret, after) => {
        const out = createRedactor().redactText(`${before} ${secret} ${after}`);
        expect(out.startsWith(`${before} [redacted:`)).toBe(true);
        expect(out.endsWith(`] ${after}`)).toBe(true);
        expect(out.match(new RegExp(TOKEN, 'g'))).toHaveLength(1);
      }),
      { numRuns: 300 },
    );
  });

  it('text without a secret is returned as it is', () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 30, mode: 'sentences' }), (text) => {
        expect(createRedactor().redactText(text)).toBe(text);
      }),
    );
  });

  it('any text: never fails, and redacting again changes nothing', () => {
    const parts = fc.constantFrom(
      'password',
      '=',
      ':',
      '"',
      "'",
      '\\',
      '-----BEGIN ',
      'PRIVATE KEY-----',
      'eyJ',
      '.',
      'sk-',
      'AKIA',
      '@',
      '://',
      'a:b',
      '\n',
      ' ',
      '[redacted:',
      'A1b2C3d4',
      'token',
      '--',
      '>',
      '<secret',
      '%3D',
      '+/',
      'é',
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 40 }), (list) => {
        const redactor = createRedactor();
        const once = redactor.redactText(list.join(''));
        expect(redactor.redactText(once)).toBe(once);
      }),
      { numRuns: 2000 },
    );
  });
});

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are variables of a shell
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readScript } from '../../src/permissions/shell/read-script.js';
import { bash } from './support.js';

const OPERATORS = ['&&', '||', ';', '|', '|&', '&', '\n', ' ; ', '\n\n', '&&\n', '|\n', ';#c\n', ' \\\n;'];
const NOT_ALLOWED = [
  'evil',
  'evil x',
  '"evil"',
  'e\\vil',
  '$X',
  '`evil`',
  '$(evil)',
  '(evil)',
  '{ evil; }',
  'A=1 evil',
];

describe('a rule for a prefix', () => {
  it('never allows what follows an operator', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('ok', 'ok a', 'ok "a;b"', "ok 'a && b'", 'ok a\\;b', 'ok $X', 'ok $(ok)', 'timeout 5 ok'),
        fc.constantFrom(...OPERATORS),
        fc.constantFrom(...NOT_ALLOWED),
        (first, operator, second) => {
          expect(bash(`${first}${operator}${second}`, { allow: ['Bash(ok:*)'] }).behavior).toBe('ask');
          expect(bash(`${second}${operator}${first}`, { allow: ['Bash(ok:*)'] }).behavior).toBe('ask');
        },
      ),
    );
  });

  it('allows no script if a rule denies part of it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('ok', 'ok "x"', 'ls', 'evil 1'), { minLength: 1, maxLength: 5 }),
        fc.constantFrom('&&', ';', '|', '\n'),
        (parts, operator) => {
          const { behavior } = bash(parts.join(` ${operator} `), { allow: ['Bash'], deny: ['Bash(evil:*)'] });
          expect(behavior).toBe(parts.includes('evil 1') ? 'deny' : 'allow');
        },
      ),
    );
  });
});

/** Pieces with a meaning to a shell, in any order. */
const PIECES = [
  ...['ok', 'evil', ' ', '\n', ';', '&', '&&', '|', '||', '"', "'", '\\', '`', '$(', ')', '(', '{', '}', '#', '$X'],
  ...[
    '<<E\n',
    "<<'E'\n",
    '\nE\n',
    '<<<',
    '>/dev/null',
    '2>&1',
    '<(',
    '$((1))',
    '${X}',
    '${X:-',
    '!',
    'if',
    'then',
    'fi',
  ],
  ...[
    'for x in',
    'do',
    'done',
    'bash -c',
    'eval',
    'env',
    'timeout 1',
    'nohup',
    'A=1',
    '=',
    '[[',
    ']]',
    "$'",
    '~',
    '*',
    '\t',
  ],
];

describe.skipIf(process.platform === 'win32')('a real shell', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'unspool-shell-'));
    mkdirSync(join(folder, 'bin'));
    mkdirSync(join(folder, 'work'));
    writeFileSync(join(folder, 'bin/ok'), '#!/bin/sh\nexit 0\n');
    writeFileSync(join(folder, 'bin/evil'), `#!/bin/sh\n: > ${join(folder, 'marker')}\n`);
    for (const name of ['ok', 'evil']) chmodSync(join(folder, 'bin', name), 0o755);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('runs only allowed commands in an allowed script', () => {
    let allowed = 0;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES), { minLength: 2, maxLength: 9 }), (pieces) => {
        const script = `ok ${pieces.join(' ')}`;
        const tight = `ok ${pieces.join('')}`;
        for (const source of [script, tight]) {
          // Without `evil` there is nothing to find.
          if (!source.includes('evil') || bash(source, { allow: ['Bash(ok:*)'] }).behavior !== 'allow') continue;
          allowed++;
          spawnSync('bash', ['-c', source], {
            cwd: join(folder, 'work'),
            env: { PATH: `${join(folder, 'bin')}:/usr/bin:/bin`, X: 'evil' },
            input: '',
            timeout: 5000,
          });
          const ran = existsSync(join(folder, 'marker'));
          rmSync(join(folder, 'marker'), { force: true });
          expect(ran, JSON.stringify(source)).toBe(false);
        }
      }),
      { numRuns: 4000 },
    );
    expect(allowed).toBeGreaterThan(50);
  });
});

describe('reading any text', () => {
  it('terminates, and always finds the program of a simple command', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        expect(readScript(text).commands.length).toBeLessThanOrEqual(text.length + 1);
      }),
    );
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 8 }), { maxLength: 4 }), (args) => {
        const plain = args.map((arg) => arg.replace(/[\p{Cc}']/gu, ''));
        const { commands, doubt } = readScript(['x', ...plain.map((arg) => `'${arg}'`)].join(' '));
        expect(doubt).toBeUndefined();
        expect(commands).toHaveLength(1);
        expect(commands[0]?.words.map(({ text }) => text)).toEqual(['x', ...plain]);
      }),
    );
  });

  it('gives up on deep nesting', () => {
    expect(readScript(`${'$('.repeat(5000)}${')'.repeat(5000)}`).doubt).toBeDefined();
    expect(readScript(`${'('.repeat(5000)}`).doubt).toBeDefined();
  });
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const session = join(import.meta.dirname, '../..');
const source = join(session, 'src/resume');
const fixtures = join(session, 'fixtures/resume');
const page = readFileSync(join(session, '../../docs/resume.md'), 'utf8');
const [described = '', gaps = ''] = page.split('\n## Known gaps\n');

interface Rule {
  code: string;
  text: string;
  places: string;
  test: string;
  cases: string;
}

const rules = rowsOf(described).map(([code = '', text = '', places = '', test = '', cases = '']): Rule => {
  return { code, text, places, test, cases };
});

/** Keeps docs/resume.md in step with the code, the tests and the recorded cases. */
describe('docs/resume.md', () => {
  it('describes exactly the rules that the code names', () => {
    expect(rules.map(({ code }) => code).sort()).toEqual(codesInComments());
  });

  it('lists as known gaps only rules that the code does not name', () => {
    const missing = rowsOf(gaps).map(([code]) => code);
    expect(missing.filter((code) => rules.some((rule) => rule.code === code))).toEqual([]);
  });

  it.each(rules)('$code takes two sentences', ({ text }) => {
    expect(text.match(/[.](?= |$)/g)).toHaveLength(2);
  });

  it.each(rules)('$code names functions that exist, in files that name the rule', ({ code, places }) => {
    const tokens = quoted(places);
    expect(tokens[0]).toMatch(/\.ts$/);
    let text = '';
    for (const token of tokens) {
      if (token.endsWith('.ts')) {
        text = readFileSync(join(source, token), 'utf8');
        expect(commentsOf(text), token).toMatch(new RegExp(`\\b${code}\\b`));
      } else {
        expect(text).toMatch(new RegExp(`(function|class|const) ${token}\\b|^ {2}(private )?${token}\\(`, 'm'));
      }
    }
  });

  it.each(rules)('$code names a test file with a test of that name', ({ code, test }) => {
    const [file = '', ...others] = quoted(test);
    expect(others).toEqual([]);
    expect(readFileSync(join(import.meta.dirname, file), 'utf8')).toMatch(new RegExp(`'${code} `));
  });

  it.each(rules)('$code names recorded cases', ({ cases }) => {
    if (cases === 'no recorded case') return;
    const names = quoted(cases);
    expect(names).not.toEqual([]);
    for (const name of names) expect(existsSync(join(fixtures, name, 'resume.json')), name).toBe(true);
  });
});

/** The cells of every table row that begins with a code. */
function rowsOf(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => /^\| [A-Z]\d+ \|/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map((cells) => cells.slice(1, -1));
}

function quoted(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, token = '']) => token);
}

function codesInComments(): string[] {
  const files = readdirSync(source).map((file) => readFileSync(join(source, file), 'utf8'));
  const codes = files.flatMap((text) => commentsOf(text).match(/\b[A-G]\d{1,2}\b/g) ?? []);
  return [...new Set(codes)].sort();
}

function commentsOf(text: string): string {
  return (text.match(/\/\*[\s\S]*?\*\/|\/\/.*/g) ?? []).join('\n');
}

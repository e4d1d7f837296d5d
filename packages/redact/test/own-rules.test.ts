import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createRedactor, findSecrets, mask, maskFields, parseRules } from '../src/index.js';
import { useRulesFile } from '../src/rules-file.js';

const file = (rules: string) => {
  const path = join(mkdtempSync(join(tmpdir(), 'rules-')), 'redact.json');
  writeFileSync(path, rules);
  return path;
};

afterEach(() => useRulesFile('/nowhere/redact.json'));

describe('rules of your own', () => {
  it('apply wherever secrets are searched for', () => {
    useRulesFile(
      file(
        '{"rules": [{"name": "employee", "pattern": "EMP-(\\\\d{6})"}], "names": ["ACME_PIN"], "allow": ["AKIAIOSFODNN7EXAMPLE"]}',
      ),
    );
    const text = 'EMP-123456 and ACME_PIN=4711 and AKIAIOSFODNN7EXAMPLE';
    expect(findSecrets(text).map(({ kind, start, end }) => [kind, text.slice(start, end)])).toEqual([
      ['employee', '123456'],
      ['ACME_PIN', '4711'],
    ]);
    for (const hidden of [
      mask(text).text,
      JSON.stringify(maskFields({ text })),
      createRedactor().redactText(text),
      JSON.stringify(createRedactor().redactValue({ text })),
    ]) {
      expect(hidden).not.toMatch(/123456|4711/);
      expect(hidden).toContain('AKIAIOSFODNN7EXAMPLE');
    }
  });

  it.each([
    ['[', /JSON/],
    ['[]', /must contain a JSON object/],
    ['{"rule": []}', /unknown member "rule"/],
    ['{"rules": {}}', /"rules" must be a list/],
    ['{"rules": [{"pattern": "x"}]}', /rule 1 has no "name"/],
    ['{"rules": [{"name": "x"}]}', /rule 1 \("x"\) has no "pattern"/],
    ['{"rules": [{"name": "x y", "pattern": "a"}]}', /Pattern name "x y"/],
    ['{"rules": [{"name": "x", "pattern": "(a+)+"}]}', /could take forever/],
    ['{"rules": [{"name": "x", "pattern": "("}]}', /regular expression/i],
    ['{"names": ["a b"]}', /"a b" in "names" is not a name/],
    ['{"allow": [1]}', /"allow" must be a list of strings/],
  ])('are refused if they are invalid: %s', (rules, message) => {
    expect(() => parseRules(rules)).toThrow(message);
    const path = file(rules);
    useRulesFile(path);
    expect(() => findSecrets('a text')).toThrow(path);
  });
});

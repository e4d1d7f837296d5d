import type { FindOptions } from './find-options.js';
import { compilePatterns, type SecretPattern } from './patterns.js';
import { rulesFile } from './rules-file.js';

/** The user's rules file cannot be used. The message says what is wrong and where. */
export class RulesError extends Error {
  override readonly name = 'RulesError';
}

let read: { file: string; rules: FindOptions } | undefined;

/** The user's own rules; empty without a file or a file system. */
export function ownRules(): FindOptions {
  const file = rulesFile();
  if (file === undefined) return {};
  if (read?.file !== file) read = { file, rules: rulesIn(file) };
  return read.rules;
}

/** Looks up Node's file system at run time rather than importing it, so that browsers can load this module. */
function rulesIn(file: string): FindOptions {
  const files = globalThis.process?.getBuiltinModule?.('node:fs');
  if (!files?.existsSync(file)) return {};
  try {
    return parseRules(files.readFileSync(file, 'utf8'));
  } catch (error) {
    throw new RulesError(
      `Cannot use the redaction rules in ${file}: ${error instanceof Error ? error.message : error}`,
    );
  }
}

/** `{"rules": [{"name": "employee", "pattern": "EMP-(\\d{6})"}], "names": ["ACME_PIN"], "allow": ["AKIA…"]}` */
export function parseRules(text: string): FindOptions {
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) throw new TypeError('the file must contain a JSON object');
  for (const key of Object.keys(value)) {
    if (!['rules', 'names', 'allow'].includes(key))
      throw new TypeError(`unknown member "${key}": use "rules", "names" and "allow"`);
  }
  const patterns = [...list(value, 'rules').map(patternOf), ...strings(value, 'names').map(patternOfName)];
  compilePatterns(patterns);
  return { patterns, allow: strings(value, 'allow') };
}

function patternOf(rule: unknown, at: number): SecretPattern {
  const where = `rule ${at + 1}`;
  if (!isObject(rule)) throw new TypeError(`${where} must be an object with "name" and "pattern"`);
  const { name, pattern } = rule;
  if (typeof name !== 'string') throw new TypeError(`${where} has no "name"`);
  if (typeof pattern !== 'string' || pattern === '') throw new TypeError(`${where} ("${name}") has no "pattern"`);
  return { name, regex: pattern };
}

/** The value after a name, as in environment files, JSON, YAML and code. */
function patternOfName(name: string): SecretPattern {
  if (!/^[A-Za-z][\w.-]{1,63}$/.test(name)) throw new TypeError(`"${name}" in "names" is not a name`);
  const written = name.replace(/[.-]/g, '\\$&');
  return {
    name,
    regex: `(?<![A-Za-z0-9])${written}["'\`\\\\\\]]{0,8}\\s{0,8}[:=]\\s{0,8}["'\`\\\\]{0,8}([^\\s"'\`,;\\\\]{1,200})`,
  };
}

function list(value: Record<string, unknown>, key: string): unknown[] {
  const member = value[key] ?? [];
  if (!Array.isArray(member)) throw new TypeError(`"${key}" must be a list`);
  return member;
}

function strings(value: Record<string, unknown>, key: string): string[] {
  const members = list(value, key);
  const odd = members.findIndex((member) => typeof member !== 'string' || member === '');
  if (odd >= 0) throw new TypeError(`"${key}" must be a list of strings: item ${odd + 1} is not a string`);
  return members as string[];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PermissionMode, PermissionRule, RuleBehavior } from '../../src/permissions/decide.js';
import { findLauncher } from '../../src/sandbox/launcher.js';
import { DEFAULT_SANDBOX, type SandboxSettings } from '../../src/sandbox/settings.js';
import { attack, type Target, target, wasRefused } from './attacks/attack.js';
import { UNSEEN, WRAPPED } from './attacks/deny-rm.js';
import { DENIED, READS, WRITES } from './attacks/unasked.js';

const rule = (behavior: RuleBehavior, text: string): PermissionRule => ({ behavior, rule: text, source: 'cliArg' });
const OFF: SandboxSettings = { ...DEFAULT_SANDBOX, scope: 'off' };
const ALL: SandboxSettings = { ...DEFAULT_SANDBOX, scope: 'all' };
const launcher = findLauncher({ platform: process.platform, env: process.env });
const cannot = launcher.kind === 'none' ? ` (skipped: ${launcher.why})` : '';
const isWindows = process.platform === 'win32';

const PROGRAMS = 'ls cat echo printf head tail sort uniq grep rg find tree jq wc file du stat sed test cd';
const NARROW = [
  ...PROGRAMS.split(' ').map((name) => `Bash(${name}:*)`),
  ...['log', 'diff', 'show', 'status', 'grep', 'shortlog', 'rev-list', 'stash list', 'blame', 'branch'].map(
    (name) => `Bash(git ${name}:*)`,
  ),
].map((text) => rule('allow', text));

describe.skipIf(isWindows)('commands that nobody allowed, without a sandbox', () => {
  it.each<PermissionMode>(['default', 'plan', 'dontAsk', 'acceptEdits'])(
    'write nothing and read nothing outside: %s',
    async (permissionMode) => {
      const place = target();
      const before = stateOf(place);
      const commands = [...WRITES, ...READS].map(filledIn(place));
      const outcomes = await attack(place, commands, { permissionMode, sandbox: OFF });
      expect(written(place, commands)).toEqual([]);
      expect(outcomes.filter(({ said: output }) => output.includes('topsecret')).map(({ command }) => command)).toEqual(
        [],
      );
      expect(stateOf(place)).toEqual(before);
    },
  );

  it('do not show denied files', async () => {
    const place = target();
    const outcomes = await attack(place, DENIED.map(filledIn(place)), {
      permissionMode: 'default',
      rules: [rule('deny', 'Read(.env)')],
      sandbox: OFF,
    });
    expect(outcomes.filter(({ said: output }) => output.includes('topsecret'))).toEqual([]);
  });
});

describe.skipIf(isWindows)('commands that a rule allows', () => {
  it('write nothing if the rule is for reading', async () => {
    const place = target();
    // A file the shell itself writes or reads in a redirect is an edit, and `sed` may be allowed to write.
    const commands = WRITES.filter((command) => !/^sed /.test(command)).map(filledIn(place));
    await attack(place, commands, { permissionMode: 'default', rules: NARROW, sandbox: OFF });
    expect(written(place, commands)).toEqual([]);
  });

  it('do not show what is denied, without a sandbox', async () => {
    const place = target();
    const rules = [rule('allow', 'Bash'), rule('deny', 'Read(.env)')];
    const outcomes = await attack(place, DENIED.map(filledIn(place)), {
      permissionMode: 'default',
      rules,
      sandbox: OFF,
    });
    expect(outcomes.filter(({ said: output }) => output.includes('topsecret'))).toEqual([]);
  });
});

const noRm = [rule('allow', 'Bash'), rule('deny', 'Bash(rm:*)')];

describe.skipIf(isWindows)('rm denied, everything else allowed', () => {
  it('finds rm in the command', async () => {
    const { place, commands } = withVictims(WRAPPED);
    await attack(place, commands, { permissionMode: 'default', rules: noRm, sandbox: OFF });
    expect(gone(place, commands)).toEqual([]);
  }, 120_000);

  it.skipIf(launcher.kind === 'none').each<[string, SandboxSettings, PermissionMode]>([
    ['by default', DEFAULT_SANDBOX, 'default'],
    ['with --sandbox', ALL, 'default'],
    ['in bypass mode', DEFAULT_SANDBOX, 'bypassPermissions'],
  ])(
    `the sandbox keeps it from starting: %s${cannot}`,
    async (_, sandbox, permissionMode) => {
      const { place, commands } = withVictims([...WRAPPED, ...UNSEEN]);
      const outcomes = await attack(place, commands, { permissionMode, rules: noRm, sandbox });
      expect(gone(place, commands)).toEqual([]);
      // These ran, so not everything is refused.
      const unseen = outcomes.slice(-UNSEEN.length);
      expect(unseen.filter((each) => !wasRefused(each)).length).toBeGreaterThan(UNSEEN.length / 2);
    },
    120_000,
  );
});

const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

function filledIn(place: Target): (command: string, at: number) => string {
  const blob = place.git('rev-parse', 'HEAD:.env');
  const words: [string, string][] = [
    ['OUT', place.out],
    ['BLOB', blob],
    ['SHORT', blob.slice(0, 8)],
    ['EMPTY', EMPTY_TREE],
    ['OBJECT', `${blob.slice(0, 2)}/${blob.slice(2)}`],
  ];
  return (command, at) =>
    words.reduce((text, [word, value]) => text.replaceAll(word, value), command.replaceAll('MARK', `OUT/ran-${at}`));
}

/** The commands that wrote their mark or ran a program of the project. */
function written({ out }: Target, commands: readonly string[]): string[] {
  const found = commands.filter((_, at) => existsSync(join(out, `ran-${at}`)));
  return existsSync(join(out, 'ran-a-program')) ? [...found, readFileSync(join(out, 'ran-a-program'), 'utf8')] : found;
}

function stateOf({ cwd, git }: Target): string[] {
  const files = ['a.txt', 'doomed.txt', 'sub/b.txt', '.env', '.git/config', '.git/HEAD', 'evil/config'];
  return [...files.map((path) => readFileSync(join(cwd, path), 'utf8')), git('status', '--short'), git('for-each-ref')];
}

function withVictims(commands: readonly string[]): { place: Target; commands: string[] } {
  const place = target();
  for (const folder of ['v', 'given-v']) mkdirSync(join(place.cwd, folder));
  const filled = commands.map((command, at) => {
    writeFileSync(join(place.cwd, `v/f${at}`), 'x');
    writeFileSync(join(place.cwd, `given-v/f${at}`), `rm v/f${at}\n`);
    return command.replaceAll('VICTIM', `v/f${at}`).replaceAll('NAME', `f${at}`).replaceAll('EMPTY', EMPTY_TREE);
  });
  return { place, commands: filled };
}

function gone({ cwd }: Target, commands: readonly string[]): string[] {
  return commands.filter((_, at) => !existsSync(join(cwd, `v/f${at}`)));
}

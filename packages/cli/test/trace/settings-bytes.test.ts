import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EVENTS } from '../../src/trace/hook-settings.js';
import { textWithHooks, textWithoutHooks } from '../../src/trace/hook-text.js';
import { TraceHome } from './trace-home.js';

let machine: TraceHome;
beforeEach(() => {
  machine = new TraceHome();
});
afterEach(() => machine.remove());

const install = () => machine.run(['trace', 'install', '--sink', `file:${join(machine.home, 'spans.jsonl')}`]);
const uninstall = () => machine.run(['trace', 'uninstall']);
const bytes = () => readFileSync(machine.settings);
const HOOK = { command: '"/usr/bin/node" "/opt/trace-hook.cjs"', platform: 'linux' as const };
const OTHERS = '{"matcher":"", "hooks":[{"type":"command","command":"echo a"}]}';

const WAYS: [string, string | Buffer][] = [
  ['on one line', '{"model":"opus"}'],
  ['one line with spaces', '{ "model": "opus", "n": 1.50 }'],
  ['big and odd numbers', '{"z": 1.0, "big": 12345678901234567890, "e":1e5, "m":-0}'],
  ['escapes', '{"u":"\\u00e9\\/x\\ud800"}\n'],
  ['bytes that are no UTF-8', Buffer.from([...Buffer.from('{"a":"'), 0xff, 0xfe, ...Buffer.from('"}')])],
  ['letters of other scripts', '{"naïve":"日本語 🙂"}'],
  [
    'a mark at the begin, tabs, and lines that end as on Windows',
    `\uFEFF{\r\n\t"model":"opus",\r\n\t"hooks": {\r\n\t\t"Stop": [ ${OTHERS} ]\r\n\t},\r\n\t"z": 1.0\r\n}`,
  ],
  ['four spaces', '{\n    "model": "opus",\n    "permissions": {"allow": ["Bash(ls:*)", "Read"]}\n}'],
  ['names twice', '{"model":"a","model":"b","hooks":{"Stop":[]},"hooks":{"PreToolUse":[],"Stop":[]}}'],
  ['names that are numbers', '{"10":1,"2":2,"b":3,"__proto__":{"x":1},"hooks":{}}\n'],
  ['no hooks in hooks', '{"hooks":{}}'],
  ['hooks that are null', '{"a":1,"hooks":null,"b":2}'],
  ['an empty list', '{"hooks":{"Stop":[],"SessionEnd":[ ]}}'],
  ['odd groups', '{"hooks":{"Stop":[null,1,{"hooks":null},{"hooks":[null,{"type":"command"}]}]}}'],
  ['nothing', ''],
  ['only space', '  \n\n'],
  ['an empty object', '{}'],
  ['an empty object on lines', '{\n\n}\n\n'],
  ['the key written with an escape', '{"h\\u006foks":{"Stop":[]}}'],
];

describe('install, then uninstall', () => {
  it.each(WAYS)('leaves every byte as it was: %s', async (_, text) => {
    writeFileSync(machine.settings, text);
    const before = bytes();
    expect(await install()).toMatchObject({ code: 0 });
    const installed = bytes();
    expect(await install()).toMatchObject({ code: 0, out: expect.stringContaining('already in') });
    expect(bytes()).toEqual(installed);
    expect(Object.keys(JSON.parse(installed.toString('utf8').replace(/^\uFEFF/, '')).hooks)).toContain('SubagentStop');
    expect(await uninstall()).toMatchObject({ code: 0 });
    expect(bytes()).toEqual(before);
    expect(await uninstall()).toMatchObject({ code: 0, out: expect.stringContaining('has no hooks of Unspool') });
  });

  it.each(WAYS)('leaves what others changed meanwhile, and the rest of the bytes: %s', async (_, text) => {
    writeFileSync(machine.settings, text);
    const before = bytes();
    await install();
    // Somebody adds a space at the end: then the file is not the one that install wrote.
    writeFileSync(machine.settings, Buffer.concat([bytes(), Buffer.from(' ')]));
    await uninstall();
    const parsed = (of: Buffer) =>
      JSON.parse(
        of
          .toString('utf8')
          .replace(/^\uFEFF/, '')
          .trim() || '{}',
      );
    const { hooks: _hooks, ...rest } = parsed(bytes());
    const { hooks: _before, ...restBefore } = parsed(before);
    expect(rest).toEqual(restBefore);
    expect(bytes().toString('latin1')).not.toContain('trace-hook');
  });

  it('makes no file, and leaves none', async () => {
    await install();
    expect(existsSync(machine.settings)).toBe(true);
    await uninstall();
    expect(readdirSync(join(machine.home, '.claude'))).toEqual([]);
  });

  it('goes where a link leads, also when nothing is there yet', async () => {
    const target = join(machine.home, 'dotfiles/settings.json');
    mkdirSync(join(machine.home, 'dotfiles'));
    symlinkSync(target, machine.settings);
    expect((await install()).code).toBe(0);
    expect(readFileSync(target, 'utf8')).toContain('trace-hook.cjs');
    expect((await uninstall()).code).toBe(0);
    expect(existsSync(target)).toBe(false);
    expect(lstatSync(machine.settings).isSymbolicLink()).toBe(true);
  });

  it('replaces hooks of an older version, and still knows what was there before', async () => {
    const before = '{\n  "hooks": { "Stop": [] },\n  "big": 12345678901234567890\n}';
    writeFileSync(machine.settings, textWithHooks(before, { ...HOOK, command: '"/old/node" "/old/trace-hook.cjs"' }));
    expect((await install()).code).toBe(0);
    expect(bytes().toString()).not.toContain('/old/');
    await uninstall();
    expect(bytes().toString()).toContain('"big": 12345678901234567890\n}');
    expect(bytes().toString()).not.toContain('trace-hook');
  });

  it.each(['{broken', '[]', '"x"', 'null', '{// a\n}', '{"hooks":[]}', '{"hooks":{"Stop":{"a":1}}}', '\u0000'])(
    'refuses what cannot be edited, and says so: %j',
    async (text) => {
      writeFileSync(machine.settings, text);
      for (const command of [install, uninstall]) {
        const { code, err } = await command();
        expect([code, err]).toEqual([1, expect.stringContaining('settings.json cannot be read')]);
      }
      expect(bytes().toString()).toBe(text);
      expect(readdirSync(join(machine.home, '.claude'))).toEqual(['settings.json']);
    },
  );

  it.each([
    ['beside hooks', (deep: string) => `{"a":${deep}}`],
    [
      'in hooks that are ours',
      (deep: string) => `{"hooks":{"Stop":[{"hooks":[{"command":"trace-hook.cjs","a":${deep}}]}]}}`,
    ],
  ])('refuses what is too deep to be walked, %s', async (_, around) => {
    const text = around(`${'[{"b":'.repeat(5000)}1${'}]'.repeat(5000)}`);
    writeFileSync(machine.settings, text);
    for (const command of [install, uninstall]) {
      const { code, err } = await command();
      expect([code, err]).toEqual([
        1,
        expect.stringMatching(
          /settings\.json cannot be read: .* deep.*\n {2}Nothing was changed. Correct the file first/,
        ),
      ]);
    }
    const { code, out } = await machine.run(['trace', 'status']);
    expect([code, out]).toEqual([0, expect.stringContaining('settings.json cannot be read')]);
    expect((await machine.run(['trace', 'doctor'])).out).toContain('bad  hooks: ');
    expect(bytes().toString()).toBe(text);
    expect(readdirSync(join(machine.home, '.claude'))).toEqual(['settings.json']);
  });

  it('refuses a folder in the place of the file', async () => {
    mkdirSync(machine.settings);
    expect(await install()).toMatchObject({ code: 1, err: expect.stringContaining('cannot be read') });
    rmSync(machine.settings, { recursive: true });
  });
});

describe('settings of any kind', () => {
  const group = fc.record({
    matcher: fc.string(),
    hooks: fc.array(fc.record({ command: fc.string() }), { maxLength: 2 }),
  });
  const groups = fc.array(fc.oneof(group, fc.jsonValue({ maxDepth: 1 })), { maxLength: 2 });
  const hooks = fc.dictionary(fc.constantFrom('Stop', 'SessionEnd', 'PreToolUse', 'x'), groups, { maxKeys: 4 });
  const settings = fc
    .tuple(fc.dictionary(fc.string(), fc.jsonValue()), fc.option(hooks, { nil: undefined }))
    .map(([rest, each]) => (each ? { ...rest, hooks: each } : rest));
  const indent = fc.constantFrom(undefined, 1, 2, 4, '\t');

  it('get exactly our hooks and keep all the rest of their text', () => {
    fc.assert(
      fc.property(settings, indent, fc.constantFrom('\n', '\r\n'), (value, space, lineEnd) => {
        const text = JSON.stringify(value, null, space).replaceAll('\n', lineEnd);
        const after = textWithHooks(text, HOOK);
        const parsed = JSON.parse(after);
        expect(JSON.stringify(parsed).split('trace-hook.cjs')).toHaveLength(EVENTS.length + 1);
        expect({ ...parsed, hooks: undefined }).toEqual({ ...JSON.parse(text), hooks: undefined });
        // Without any empty list or object to begin with, taking them out is the exact opposite.
        const again = textWithoutHooks(after, { before: text });
        expect(JSON.parse(again)).toEqual(JSON.parse(text));
        const hasEmpty = /(?:\{\s*\}|\[\s*\])/.test(text);
        if (!hasEmpty) expect(again).toBe(text);
      }),
    );
  });

  it('lose only our hooks, whatever follows them', () => {
    const before = '{\n  "a": 1,\n  "hooks": {\n    "Stop": [{"hooks": [{"command": "x"}]}]\n  }\n}\n';
    const after = textWithHooks(before, HOOK).replace(/\}\n$/, '  ,"z": [1, 2]}\n');
    expect(textWithoutHooks(after, { before })).toBe(before.replace(/\n\}\n$/, '\n  ,"z": [1, 2]}\n'));
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PathRewriter } from '../../src/edit/move/path-rewriter.js';
import { movedPath, type PathRule, projectRules, rulesFor } from '../../src/edit/move/path-rules.js';
import type { TextForm } from '../../src/edit/move/path-spelling.js';

function rewritten(rules: PathRule[], text: string, form: TextForm): string {
  const parts: Buffer[] = [];
  const sink = { write: (piece: Uint8Array) => parts.push(Buffer.from(piece)) };
  new PathRewriter(rules).write(Buffer.from(text), form, sink);
  return Buffer.concat(parts).toString();
}

/** The value that a reader of the changed line gets. */
function changed(rules: PathRule[], value: unknown): unknown {
  return JSON.parse(rewritten(rules, JSON.stringify(value), 'json'));
}

/** In a line, in JSON inside a line, and in a plain file. */
function expectMoved(rules: PathRule[], before: string, after: string): void {
  expect(changed(rules, { text: before })).toEqual({ text: after });
  expect(changed(rules, { text: JSON.stringify({ deep: before }) })).toEqual({
    text: JSON.stringify({ deep: after }),
  });
  expect(rewritten(rules, before, 'plain')).toBe(after);
}

function expectLeft(rules: PathRule[], text: string): void {
  expect(changed(rules, { text })).toEqual({ text });
  expect(rewritten(rules, text, 'plain')).toBe(text);
}

const unix = rulesFor({ from: '/home/a/app', to: '/srv/new name', homes: { from: '/home/a', to: '/home/a' } });
const windows = rulesFor({ from: 'C:\\code\\app', to: 'D:\\other\\App2' });

describe('a Unix path', () => {
  it.each([
    ['/home/a/app', '/srv/new name'],
    ['/home/a/app/', '/srv/new name/'],
    ['cd /home/a/app && ls', 'cd /srv/new name && ls'],
    ['in /home/a/app.', 'in /srv/new name.'],
    ['in /home/a/app...', 'in /srv/new name...'],
    ['/home/a/app:12', '/srv/new name:12'],
    ['"/home/a/app"', '"/srv/new name"'],
    ["'/home/a/app/x'", "'/srv/new name/x'"],
    ['a\n/home/a/app\nb', 'a\n/srv/new name\nb'],
    ['a\\n/home/a/app\\nb', 'a\\n/srv/new name\\nb'],
    ['PATH=/bin:/home/a/app/bin', 'PATH=/bin:/srv/new name/bin'],
    ['file:///home/a/app/x', 'file:///srv/new%20name/x'],
    ['@/home/a/app/x', '@/srv/new name/x'],
    ['(/home/a/app)', '(/srv/new name)'],
    ['“/home/a/app”', '“/srv/new name”'],
    ['│/home/a/app│', '│/srv/new name│'],
    ['\u001b[36m/home/a/app\u001b[0m', '\u001b[36m/srv/new name\u001b[0m'],
    ['{"cwd":"/home/a/app","x":{"y":"/home/a/app/z"}}', '{"cwd":"/srv/new name","x":{"y":"/srv/new name/z"}}'],
    ['/home/a/app /home/a/app', '/srv/new name /srv/new name'],
  ])('%j', (before, after) => {
    expectMoved(unix, before, after);
  });

  it.each([
    '/home/a/app2',
    '/home/a/app-old',
    '/home/a/app_1',
    '/home/a/app.old',
    '/home/a/app..x',
    '/home/a/app@2',
    '/home/a/appé',
    '/home/a/app日',
    '/home/a/app(1)',
    '/home/a/app%20two',
    '/home/a/app\\ two',
    '/srv/home/a/app',
    './home/a/app',
    '~/home/a/app',
    '$'.concat('{HOME}/home/a/app'),
    'x//home/a/app',
    'C:/home/a/app',
    '/home/a/Application',
    '/HOME/A/APP',
    '/home/a',
  ])('is not in %j', (text) => {
    expectLeft(unix, text);
  });

  it('in a field that is a path ends only with the field', () => {
    expect(changed(unix, { cwd: '/home/a/app two' })).toEqual({ cwd: '/home/a/app two' });
    expect(changed(unix, { cwd: '/home/a/app' })).toEqual({ cwd: '/srv/new name' });
    expect(changed(unix, { file_path: '/home/a/app/x y' })).toEqual({ file_path: '/srv/new name/x y' });
  });

  it('is found as a key, and in JSON with unnecessary escapes', () => {
    expect(changed(unix, { '/home/a/app/x.ts': 1 })).toEqual({ '/srv/new name/x.ts': 1 });
    const rules = rulesFor({ from: '/home/é/app', to: '/home/ü/app' });
    expect(JSON.parse(rewritten(rules, '{"cwd":"/home/\\u00e9/app"}', 'json'))).toEqual({ cwd: '/home/ü/app' });
    expect(changed(rules, { cwd: '/home/e\u0301/app' })).toEqual({ cwd: '/home/ü/app' });
  });

  it('changes in a home folder too', () => {
    const rules = rulesFor({ from: '/home/a/app', to: '/home/a/b/new', homes: { from: '/home/a', to: '/home/a' } });
    expect(changed(rules, { text: 'cd ~/app && ls ~/app2' })).toEqual({ text: 'cd ~/b/new && ls ~/app2' });
  });
});

describe('a path with unusual characters', () => {
  const rules = rulesFor({ from: '/home/a/my app (é)', to: '/srv/new & old' });

  it.each([
    ['/home/a/my app (é)/x', '/srv/new & old/x'],
    ['file:///home/a/my%20app%20(%C3%A9)/x%20y', 'file:///srv/new%20&%20old/x%20y'],
    ['file:///home/a/my%20app%20%28%c3%a9%29', 'file:///srv/new%20&%20old'],
    ['file:///home/a/my%20app%20(e%CC%81)/x', 'file:///srv/new%20&%20old/x'],
    ['file:///home/a/my app (é)/x', 'file:///srv/new & old/x'],
    ['[x](/home/a/my%20app%20(é)/x.ts#L3)', '[x](/srv/new%20&%20old/x.ts#L3)'],
    ['cd /home/a/my\\ app\\ \\(é\\)/x && ls', 'cd /srv/new\\ \\&\\ old/x && ls'],
  ])('%j', (before, after) => {
    expectMoved(rules, before, after);
  });

  it.each([
    '/home/a/my%20app%20(é)2',
    'file:///home/a/my%20app%20(é)%20two',
    'file:///home/a/my%2520app%20(é)',
    '/srv/home/a/my%20app%20(é)',
    '/home/a/my\\ app\\ \\(é\\)\\ two',
    '/home/a/my\\ app',
  ])('is not in %j', (text) => {
    expectLeft(rules, text);
  });

  it('is found alone in a field', () => {
    expect(changed(rules, { cwd: '/home/a/my%20app%20(é)' })).toEqual({ cwd: '/home/a/my%20app%20(é)' });
  });

  it('is found in Windows URLs of any writer', () => {
    const own = rulesFor({ from: 'C:\\my code', to: 'D:\\new place' });
    expect(changed(own, { t: 'file:///c%3A/my%20code/x' })).toEqual({ t: 'file:///d:/new%20place/x' });
    expect(changed(own, { t: 'file:///C:/My%20Code' })).toEqual({ t: 'file:///D:/new%20place' });
    expect(changed(windows, { t: 'file:///C:/code/app' })).toEqual({ t: 'file:///D:/other/App2' });
    const toUnix = rulesFor({ from: 'C:\\code', to: '/home/a/my code' });
    expect(changed(toUnix, { t: 'file:///C:/code/x' })).toEqual({ t: 'file:///home/a/my%20code/x' });
    const toWindows = rulesFor({ from: '/home/a/my code', to: 'C:\\code' });
    expect(changed(toWindows, { t: 'file:///home/a/my%20code/x' })).toEqual({ t: 'file:///C:/code/x' });
  });
});

describe('a Windows path', () => {
  it.each([
    ['C:\\code\\app', 'D:\\other\\App2'],
    ['c:\\code\\app\\x.ts', 'd:\\other\\App2\\x.ts'],
    ['C:/code/app/x.ts', 'D:/other/App2/x.ts'],
    ['C:\\code/app', 'D:\\other\\App2'],
    ['C:\\Code\\APP', 'D:\\other\\App2'],
    ['"C:\\\\code\\\\app\\\\x"', '"D:\\\\other\\\\App2\\\\x"'],
    ['a\nC:\\code\\app\nb', 'a\nD:\\other\\App2\nb'],
    ['file:///C:/code/app', 'file:///D:/other/App2'],
    ['cd /c/code/app', 'cd /d/other/App2'],
    ['cd /mnt/c/code/app/x', 'cd /mnt/d/other/App2/x'],
    ['C:\\code\\app.', 'D:\\other\\App2.'],
  ])('%j', (before, after) => {
    expect(changed(windows, { text: before })).toEqual({ text: after });
    expect(rewritten(windows, before, 'plain')).toBe(after);
  });

  it.each(['C:\\code\\app2', 'C:\\code\\app-old', 'C:\\code\\app.old', 'BC:\\code\\app', 'C:\\code\\appé', 'C:code'])(
    'is not in %j',
    (text) => {
      expect(changed(windows, { text })).toEqual({ text });
      expect(rewritten(windows, text, 'plain')).toBe(text);
    },
  );

  it('is not found in a line feed', () => {
    const rules = rulesFor({ from: 'C:\\new', to: 'D:\\x' });
    expect(changed(rules, { text: 'C:\new' })).toEqual({ text: 'C:\new' });
    expect(changed(rules, { text: 'C:\\new' })).toEqual({ text: 'D:\\x' });
  });

  it('becomes a Unix path, and a Unix path a Windows one', () => {
    const toUnix = rulesFor({ from: 'C:\\code\\app', to: '/home/a/app' });
    expect(changed(toUnix, { cwd: 'C:\\code\\app\\my src\\x.ts' })).toEqual({ cwd: '/home/a/app/my src/x.ts' });
    expect(changed(toUnix, { t: 'see C:\\code\\app\\src\\x.ts and D:\\y' })).toEqual({
      t: 'see /home/a/app/src/x.ts and D:\\y',
    });
    expect(changed(toUnix, { t: '{"p":"C:\\\\code\\\\app\\\\x y\\\\z"}' })).toEqual({ t: '{"p":"/home/a/app/x y/z"}' });
    const toWindows = rulesFor({ from: '/home/a/app', to: 'C:\\code\\app' });
    expect(changed(toWindows, { cwd: '/home/a/app/src/x.ts' })).toEqual({ cwd: 'C:\\code\\app\\src\\x.ts' });
    expect(changed(toWindows, { command: 'cd /home/a/app/src && ls' })).toEqual({
      command: 'cd C:/code/app/src && ls',
    });
  });
});

describe('a root', () => {
  const output = 'read / write, either / or, </div> and https://a.b/c, file:///etc/x, //x, C: and C:\\x';

  it('changes only where it is the whole field', () => {
    const rules = rulesFor({ from: '/', to: '/srv/app' });
    expect(changed(rules, { cwd: '/', file_path: '/etc/x', t: output })).toEqual({
      cwd: '/srv/app',
      file_path: '/etc/x',
      t: output,
    });
    expect(rewritten(rules, output, 'plain')).toBe(output);
    const drive = rulesFor({ from: 'C:\\', to: '/srv/app' });
    expect(changed(drive, { cwd: 'c:\\', path: 'C:', t: output })).toEqual({
      cwd: '/srv/app',
      path: '/srv/app',
      t: output,
    });
  });

  it('does not leave an empty name', () => {
    const rules = rulesFor({ from: '/home/a/app', to: '/' });
    expect(changed(rules, { cwd: '/home/a/app', t: 'in /home/a/app/x or file:///home/a/app/y' })).toEqual({
      cwd: '/',
      t: 'in /x or file:///y',
    });
    const drive = rulesFor({ from: '/home/a/app', to: 'C:\\' });
    expect(changed(drive, { cwd: '/home/a/app', path: '/home/a/app/x', t: 'in /home/a/app/x' })).toEqual({
      cwd: 'C:\\',
      path: 'C:\\x',
      t: 'in C:/x',
    });
    expect(movedPath('/home/a/app/x', '/home/a/app', '/')).toBe('/x');
    expect(movedPath('/home/a/app', '/home/a/app', 'C:\\')).toBe('C:\\');
    expect(movedPath('/x', '/', '/srv')).toBe('/srv/x');
  });
});

describe('the project folder', () => {
  it('is found in the middle of a path', () => {
    const rules = projectRules('/home/a/app', '-srv-new');
    const path = (slug: string) => `/home/x/.claude/projects/${slug}/id/tool-results/a.txt`;
    expect(changed(rules, { t: path('-home-a-app') })).toEqual({ t: path('-srv-new') });
    expect(changed(rules, { t: path('-home-a-app-sub') })).toEqual({ t: path('-home-a-app-sub') });
    const back = (slug: string) => `C:\\Users\\x\\.claude\\projects\\${slug}\\id\\a.txt`;
    expect(changed(projectRules('C:\\app', 'D--new'), { t: back('C--app') })).toEqual({ t: back('D--new') });
    expect(changed(projectRules('C:\\app', 'D--new'), { t: back('c--app') })).toEqual({ t: back('D--new') });
  });

  it('changes with the rest if the style changes', () => {
    const rules = [...rulesFor({ from: 'C:\\Users\\x', to: '/home/y' }), ...projectRules('C:\\app', '-home-y-app')];
    const before = 'C:\\Users\\x\\.claude\\projects\\C--app\\id\\tool-results\\a.txt';
    const after = '/home/y/.claude/projects/-home-y-app/id/tool-results/a.txt';
    expect(changed(rules, { persistedOutputPath: before })).toEqual({ persistedOutputPath: after });
    expect(changed(rules, { t: `saved to: ${before}\nnext` })).toEqual({ t: `saved to: ${after}\nnext` });
  });
});

describe('thoughts', () => {
  it('stay unchanged, with everything that is signed', () => {
    const line = {
      cwd: '/home/a/app',
      message: {
        content: [
          { type: 'thinking', thinking: 'in /home/a/app "so" \\', signature: '/home/a/app' },
          { type: 'redacted_thinking', data: '/home/a/app' },
          { type: 'text', text: '/home/a/app {"thinking":"/home/a/app"}' },
        ],
      },
    };
    const after = JSON.parse(JSON.stringify(line).replace('"/home/a/app"', '"/srv/new name"'));
    after.message.content[2].text = '/srv/new name {"thinking":"/srv/new name"}';
    expect(changed(unix, line)).toEqual(after);
  });
});

describe('properties', () => {
  const name = fc.stringMatching(/^[a-zA-Z0-9_+é日.-]{1,6}$/).filter((text) => !/^\.+$/.test(text));
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => `/${parts.join('/')}`);
  const filler = fc.string({
    unit: fc.constantFrom('/', '\\', 'a', 'app', ' ', '\n', '"', '.', 'é', '—', ':', 'n', 'u'),
  });

  it('a longer name is never changed', () => {
    const more = fc.stringMatching(/^[a-zA-Z0-9_é日-][a-zA-Z0-9_. é-]{0,5}$/);
    fc.assert(
      fc.property(path, path, more, (from, to, rest) => {
        const rules = rulesFor({ from, to });
        for (const text of [`${from}${rest}`, `${from}.${rest}`, `x${from}`, `/x${from}`]) {
          // The longer path may contain the shorter one again, further on.
          if (text.indexOf(from, text.indexOf(from) + 1) >= 0) continue;
          expect(changed(rules, { text })).toEqual({ text });
          expect(rewritten(rules, text, 'plain')).toBe(text);
        }
      }),
    );
  });

  it('moving there and back gives the same bytes', () => {
    fc.assert(
      fc.property(path, path, fc.array(filler), (from, to, fillers) => {
        const value = fillers.flatMap((text) => [text + from, from + text, { [from]: `${from}/${text}` }]);
        const line = JSON.stringify(value);
        fc.pre(!line.includes(to) && from !== to);
        const there = rewritten(rulesFor({ from, to }), line, 'json');
        expect(JSON.parse(there)).toBeDefined();
        expect(rewritten(rulesFor({ from: to, to: from }), there, 'json')).toBe(line);
      }),
    );
  });

  it('moving there and back gives the same bytes on Windows', () => {
    const drive = fc.constantFrom('C', 'D');
    const windowsName = fc.stringMatching(/^[a-zA-Z0-9_-]{1,6}$/);
    const windowsPath = fc
      .tuple(drive, fc.array(windowsName, { minLength: 1, maxLength: 3 }))
      .map(([letter, parts]) => `${letter}:\\${parts.join('\\')}`);
    const spelling = fc.constantFrom(
      (path: string) => path,
      (path: string) => path.replaceAll('\\', '/'),
      (path: string) => path.charAt(0).toLowerCase() + path.slice(1),
      (path: string) => JSON.stringify({ path: `${path}\\x` }),
    );
    const texts = fc.array(fc.tuple(spelling, filler), { minLength: 1 });
    fc.assert(
      fc.property(windowsPath, windowsPath, texts, (from, to, parts) => {
        const plain = (path: string) => path.replaceAll(/[\\/]+/g, '/').toLowerCase();
        const line = JSON.stringify(parts.map(([spell, text]) => `${text} ${spell(from)}`));
        fc.pre(!plain(line).includes(plain(to)) && !plain(to).includes(plain(from)));
        const there = rewritten(rulesFor({ from, to }), line, 'json');
        expect(rewritten(rulesFor({ from: to, to: from }), there, 'json')).toBe(line);
      }),
    );
  });

  it('a window border does not affect the result', () => {
    const rules = rulesFor({ from: '/home/a/app', to: '/x' });
    for (let shift = -12; shift <= 12; shift++) {
      const pad = 'y'.repeat(1024 * 1024 + shift - 1);
      expect(rewritten(rules, `${pad} /home/a/app/z /home/a/app2`, 'plain')).toBe(`${pad} /x/z /home/a/app2`);
    }
  });
});

it('returns the path after a move', () => {
  expect(movedPath('/home/a/app/sub', '/home/a/app', '/srv/new')).toBe('/srv/new/sub');
  expect(movedPath('/home/a/app2', '/home/a/app', '/srv/new')).toBeUndefined();
  expect(movedPath('c:\\Code\\app\\sub', 'C:/code', '/srv')).toBe('/srv/app/sub');
});

import { expect, it } from 'vitest';
import { findLauncher } from '../../src/sandbox/launcher.js';
import { seatbeltProfile } from '../../src/sandbox/seatbelt.js';

it('expresses the policy as a macOS profile', () => {
  const policy = {
    writable: ['/p', '/private/tmp'],
    fixed: ['/p/.git/config', '/p/.claude'],
    pinned: ['/p/.git'],
    hidden: ['/p/a "quoted" \\ name'],
    hasNetwork: false,
    holds: 'everything' as const,
  };
  expect(seatbeltProfile(policy)).toBe(`(version 1)
(allow default)
(deny network*)
(deny file-write*)
(allow file-write* (subpath "/dev/fd") (literal "/dev/null") (literal "/dev/tty") (literal "/dev/dtracehelper"))
(allow file-write* (subpath "/p") (subpath "/private/tmp"))
(deny file-write* (subpath "/p/.git/config") (subpath "/p/.claude"))
(deny file-write-unlink (literal "/p/.git"))
(deny file-read* file-write* process-exec* (subpath "/p/a \\"quoted\\" \\\\ name"))
`);
});

it('leaves out empty parts', () => {
  const nothing = { writable: [], fixed: [], pinned: [], hidden: [] };
  const profile = seatbeltProfile({ ...nothing, hasNetwork: true, holds: 'everything' });
  expect(profile).not.toContain('network');
  expect(profile).not.toContain('file-read');
});

it('only hides what rules deny', () => {
  const nothing = { writable: ['/'], fixed: [], pinned: [], hasNetwork: true };
  expect(seatbeltProfile({ ...nothing, hidden: ['/bin/rm'], holds: 'hidden' })).toBe(`(version 1)
(allow default)
(deny file-read* file-write* process-exec* (subpath "/bin/rm"))
`);
});

it('says why there is no sandbox', () => {
  expect(findLauncher({ platform: 'win32', env: {} })).toMatchObject({ kind: 'none' });
  expect(findLauncher({ platform: 'linux', env: { PATH: '/nowhere' } })).toEqual({
    kind: 'none',
    why: 'bubblewrap (bwrap) is not installed. On Debian and Ubuntu: apt install bubblewrap.',
  });
});

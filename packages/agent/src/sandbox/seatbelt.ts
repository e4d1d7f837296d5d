import type { SandboxPolicy } from './policy.js';

/** The profile with which macOS's `sandbox-exec` enforces a policy. The last rule that applies wins. */
export function seatbeltProfile({ writable, fixed, pinned, hidden, hasNetwork, holds }: SandboxPolicy): string {
  const denied = hidden.length > 0 ? [`(deny file-read* file-write* process-exec* ${subpaths(hidden)})`] : [];
  if (holds === 'hidden') return `${['(version 1)', '(allow default)', ...denied].join('\n')}\n`;
  const lines = [
    '(version 1)',
    '(allow default)',
    ...(hasNetwork ? [] : ['(deny network*)']),
    '(deny file-write*)',
    '(allow file-write* (subpath "/dev/fd") (literal "/dev/null") (literal "/dev/tty") (literal "/dev/dtracehelper"))',
    ...(writable.length > 0 ? [`(allow file-write* ${subpaths(writable)})`] : []),
    ...(fixed.length > 0 ? [`(deny file-write* ${subpaths(fixed)})`] : []),
    ...(pinned.length > 0
      ? [`(deny file-write-unlink ${pinned.map((path) => `(literal ${quoted(path)})`).join(' ')})`]
      : []),
    ...denied,
  ];
  return `${lines.join('\n')}\n`;
}

function subpaths(paths: readonly string[]): string {
  return paths.map((path) => `(subpath ${quoted(path)})`).join(' ');
}

function quoted(path: string): string {
  return `"${path.replace(/[\\"]/g, '\\$&')}"`;
}

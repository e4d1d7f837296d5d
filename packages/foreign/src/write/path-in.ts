/** Resolves a call's path against the agent's working folder. Works for paths of any system. */
export function pathIn(cwd: string | undefined, path: string): string {
  if (cwd === undefined || /^([/\\~]|[A-Za-z]:)/.test(path)) return path;
  const separator = cwd.includes('\\') ? '\\' : '/';
  const inside = path.replace(/^\.[/\\]/, '');
  return cwd.endsWith(separator) ? `${cwd}${inside}` : `${cwd}${separator}${inside}`;
}

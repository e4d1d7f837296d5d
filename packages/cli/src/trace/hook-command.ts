/**
 * The command that the client runs in whatever shell it has. On Windows that is Git Bash or PowerShell: there backslashes
 * get lost in the one, and what begins with a quote is a text and no command in the other.
 */
export function hookCommand(node: string, file: string, platform: NodeJS.Platform): string {
  if (platform === 'win32') return `${plainWord(node)} "${withSlashes(file)}"`;
  return `${quoted(node)} ${quoted(file)}`;
}

/** The file that a command of ours runs. */
export function hookFileIn(command: string): string | undefined {
  const [, file] = /"((?:[^"\\]|\\.)*)"$/.exec(command) ?? [];
  return file?.replace(/\\(["$`\\])/g, '$1');
}

/** A path with spaces is found by its name only. */
function plainWord(node: string): string {
  const path = withSlashes(node);
  return /^[\w:./-]+$/.test(path) ? path : 'node';
}

function withSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}

/** Inside of quotes a shell reads only these. */
function quoted(path: string): string {
  return `"${path.replace(/["$`\\]/g, '\\$&')}"`;
}

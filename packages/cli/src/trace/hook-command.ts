import { resolve } from 'node:path';
import { dataFolder } from '@unspool/store';
import type { TraceIo } from './machine.js';

/**
 * The command that the client runs in whatever shell it has. On Windows that is Git Bash or PowerShell: there backslashes
 * get lost in the one, and what begins with a quote is a text and no command in the other.
 */
export function hookCommand({ node, file, home, platform }: Hook): string {
  const given = [file, ...(home === undefined ? [] : [home])];
  if (platform === 'win32') return [plainWord(node), ...given.map((path) => `"${withSlashes(path)}"`)].join(' ');
  return [node, ...given].map(quoted).join(' ');
}

export interface Hook {
  node: string;
  file: string;
  /** The data folder, where it is not the usual one: the client starts hooks without most of a person's environment. */
  home?: string;
  platform: NodeJS.Platform;
}

/** The data folder as a hook has to be told of it; undefined where it finds it by itself. */
export function toldHome({ env, home, platform }: TraceIo): string | undefined {
  const { UNSPOOL_HOME: _, XDG_DATA_HOME: __, ...usual } = env;
  const folder = dataFolder({ env, home, platform });
  return folder === dataFolder({ env: usual, home, platform }) ? undefined : resolve(folder);
}

/** The file that a command of ours runs. */
export function hookFileIn(command: string): string | undefined {
  const words = [...command.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, word = '']) => word);
  return words.find((word) => word.endsWith('trace-hook.cjs'))?.replace(/\\(["$`\\])/g, '$1');
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

import { resolve } from 'node:path';
import { dataFolder } from '@unspool/store';
import type { TraceIo } from './machine.js';

/**
 * The command that the client runs in its shell. On Windows that is Git Bash, which drops backslashes, or PowerShell, where
 * a command that begins with a quote is only a string.
 */
export function hookCommand({ node, file, home, platform }: Hook): string {
  const given = [file, ...(home === undefined ? [] : [home])];
  if (platform === 'win32') return [plainWord(node), ...given.map((path) => `"${withSlashes(path)}"`)].join(' ');
  return [node, ...given].map(quoted).join(' ');
}

export interface Hook {
  node: string;
  file: string;
  /** The data folder, if it is not the default: the client starts hooks without most of the user's environment. */
  home?: string;
  platform: NodeJS.Platform;
}

/** The data folder to pass to a hook; undefined if the hook finds it by itself. */
export function configuredHome({ env, home, platform }: TraceIo): string | undefined {
  const { UNSPOOL_HOME: _, XDG_DATA_HOME: __, ...usual } = env;
  const folder = dataFolder({ env, home, platform });
  return folder === dataFolder({ env: usual, home, platform }) ? undefined : resolve(folder);
}

/** The file that our hook command runs. */
export function hookFileIn(command: string): string | undefined {
  const words = [...command.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, word = '']) => word);
  return words.find((word) => word.endsWith('trace-hook.cjs'))?.replace(/\\(["$`\\])/g, '$1');
}

/** A path with spaces is recognised by its file name only. */
function plainWord(node: string): string {
  const path = withSlashes(node);
  return /^[\w:./-]+$/.test(path) ? path : 'node';
}

function withSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}

/** The only characters that are special inside quotes. */
function quoted(path: string): string {
  return `"${path.replace(/["$`\\]/g, '\\$&')}"`;
}

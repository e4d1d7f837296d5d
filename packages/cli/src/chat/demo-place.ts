import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '@unspool/session/write';
import { dataFolder } from '@unspool/store';
import type { Io } from '../io.js';

/**
 * The demo's own world: a folder to work in, a config folder and a data folder. It is real, so that it can be continued, and separate,
 * so that it does not appear in the user's sessions, usage or `last`.
 */
export function demoIo(io: Io): Io {
  const root = join(dataFolder(io), 'demo');
  const cwd = join(root, 'project');
  makeFolder(cwd);
  const readme = join(cwd, 'README.md');
  if (!existsSync(readme)) writeFileSync(readme, README);
  const own = { CLAUDE_CONFIG_DIR: join(root, 'config'), UNSPOOL_HOME: join(root, 'data') };
  return { ...io, cwd, env: { ...io.env, CLAUDE_CODE_PROJECT_DIR_NAME: undefined, ...own } };
}

const README = '# A project for the demo\n\nThe demo of `unspool chat` writes only to this folder.\n';

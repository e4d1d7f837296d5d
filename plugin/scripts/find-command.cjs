'use strict';
// Finds the unspool command: as the user set it, or on the PATH. `undefined` where there is none.
const { existsSync, realpathSync, statSync } = require('node:fs');
const { delimiter, dirname, join } = require('node:path');

exports.findCommand = function findCommand(env = process.env) {
  const set = env.UNSPOOL_COMMAND || env.CLAUDE_PLUGIN_OPTION_COMMAND;
  const places = set ? [set] : (env.PATH || '').split(delimiter).map((folder) => join(folder, 'unspool'));
  for (const place of places) {
    const script = scriptAt(place);
    if (script) return script;
  }
  return undefined;
};

/** On Windows npm puts a script for the shell on the PATH, beside the package. */
function scriptAt(place) {
  const inPackage = join(dirname(place), 'node_modules', 'unspool', 'dist', 'unspool.js');
  if (process.platform === 'win32' && existsSync(inPackage)) return inPackage;
  try {
    if (!statSync(place).isFile()) return undefined;
    const real = realpathSync(place);
    return /\.[cm]?js$/.test(real) ? real : undefined;
  } catch {
    // A PATH may name anything: missing folders, files, and links that lead nowhere.
    return undefined;
  }
}

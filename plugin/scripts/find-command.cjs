'use strict';
// Finds the unspool command: as the user set it, or on the PATH.
const { accessSync, constants, existsSync, realpathSync, statSync } = require('node:fs');
const { homedir } = require('node:os');
const { delimiter, dirname, isAbsolute, join } = require('node:path');

/** The path of the script, or of the program that some package managers put before it; `undefined` if there is none. */
exports.findCommand = function findCommand(env = process.env) {
  const set = exports.setCommand(env);
  // Not relative to the folder of a project, which may contain anything.
  const folders = (env.PATH || '').split(delimiter).filter((folder) => isAbsolute(folder));
  const places = set ? [set.replace(/^~(?=[\\/])/, homedir())] : folders.map((folder) => join(folder, 'unspool'));
  for (const place of places) {
    const command = commandAt(place);
    if (command) return command;
  }
  return undefined;
};

exports.setCommand = (env = process.env) => env.UNSPOOL_COMMAND || env.CLAUDE_PLUGIN_OPTION_COMMAND;

exports.isScript = (command) => /\.[cm]?js$/.test(command);

/** What to spawn: a file and its arguments. */
exports.spawned = (command, args) =>
  exports.isScript(command) ? [process.execPath, [command, ...args]] : [command, args];

/** On Windows npm puts a script for the shell on the PATH, beside the package. */
function commandAt(place) {
  const inPackage = join(dirname(place), 'node_modules', 'unspool', 'dist', 'unspool.js');
  if (process.platform === 'win32' && existsSync(inPackage)) return inPackage;
  try {
    if (!statSync(place).isFile()) return undefined;
    const real = realpathSync(place);
    if (exports.isScript(real)) return real;
    if (process.platform === 'win32') return undefined;
    accessSync(place, constants.X_OK);
    return place;
  } catch {
    // A PATH may name anything: missing folders, files, and links that lead nowhere.
    return undefined;
  }
}

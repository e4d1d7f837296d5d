#!/usr/bin/env node
'use strict';
// Hook: brings the index up to date in the background, and sends what the user shares with a team. It says nothing, fails never, and leaves nobody waiting.
const { spawn } = require('node:child_process');
const { readFileSync } = require('node:fs');
const { findCommand, spawned } = require('./find-command.cjs');

const event = eventOnStdin();
const command = findCommand();
if (command) {
  run(['index', '--no-archive', '--after-turn']);
  run(['team', 'push', '--quiet']);
  if (process.env.CLAUDE_PLUGIN_OPTION_TRACE === 'true') run(['trace', 'hook'], event);
}

function run(args, input) {
  const stdio = [input === undefined ? 'ignore' : 'pipe', 'ignore', 'ignore'];
  const child = spawn(...spawned(command, args), { detached: true, stdio, windowsHide: true });
  child.on('error', () => undefined);
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
  child.unref();
}

function eventOnStdin() {
  try {
    return readFileSync(0);
  } catch {
    return Buffer.alloc(0);
  }
}

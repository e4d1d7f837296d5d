#!/usr/bin/env node
'use strict';
// Hook: nothing by default. Where the user chose it, one line for the model about earlier sessions.
const { spawnSync } = require('node:child_process');
const { findCommand, spawned } = require('./find-command.cjs');

const command = process.env.CLAUDE_PLUGIN_OPTION_START_LINE === 'true' ? findCommand() : undefined;
if (command) {
  const { stdout } = spawnSync(...spawned(command, ['blame', '--changed']), { encoding: 'utf8', timeout: 8000 });
  process.stdout.write(stdout ?? '');
}

#!/usr/bin/env node
'use strict';
// Runs the unspool command, in this process if possible: a second one would make a client wait twice.
const { spawn } = require('node:child_process');
const { findCommand, isScript, setCommand } = require('./find-command.cjs');

const command = findCommand();
if (command && isScript(command)) {
  process.argv[1] = command;
  require(command);
} else if (command) {
  const child = spawn(command, process.argv.slice(2), { stdio: 'inherit' });
  child.on('error', fail);
  child.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
} else fail();

function fail() {
  const set = setCommand();
  const hint = set ? 'Change it in /plugin' : 'Install it with: npm install -g unspool';
  process.stderr.write(`The unspool command was not found${set ? ` at ${set}` : ''}. ${hint}\n`);
  process.exitCode = 1;
}

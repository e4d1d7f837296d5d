#!/usr/bin/env node
'use strict';
// Runs the unspool command in this process: a second one would make a client wait twice.
const { findCommand } = require('./find-command.cjs');

const script = findCommand();
if (script) {
  process.argv[1] = script;
  require(script);
} else {
  process.stderr.write('The unspool command was not found. Install it with: npm install -g unspool\n');
  process.exitCode = 1;
}

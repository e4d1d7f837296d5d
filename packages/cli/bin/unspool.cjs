#!/usr/bin/env node
// npm links this file at install time, when a clone has not been built yet.
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const built = join(__dirname, '../dist/unspool.js');
if (existsSync(built)) {
  require(built);
} else {
  process.stderr.write('Unspool has not been built yet. Run `npm run build` in its repository.\n');
  process.exitCode = 1;
}

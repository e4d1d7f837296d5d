// Loaded by the hook in a copy of the command: notes how each of its processes began and ended. One that begins and does
// not end was killed.
const { appendFileSync } = require('node:fs');
const { homedir } = require('node:os');
const { join } = require('node:path');
const processes = require('node:child_process');

const note = (fields) => appendFileSync(join(homedir(), 'hook-runs.jsonl'), `${JSON.stringify(fields)}\n`);
note({ pid: process.pid, what: process.argv[2] ?? 'hook', at: Date.now() });
process.on('exit', (code) => note({ pid: process.pid, code, at: Date.now() }));

// Its own first line would come too late for who asks whether something is still running.
const { spawn } = processes;
processes.spawn = (...args) => {
  const child = spawn(...args);
  note({ pid: child.pid, what: 'started', at: Date.now() });
  return child;
};

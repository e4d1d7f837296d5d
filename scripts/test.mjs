// npm test: everything a fresh clone needs, then format, lint, types, boundaries and tests.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { bin, build, install, root, run, say } from './ready.mjs';

const started = Date.now();
install();
build();
const shell = process.platform === 'win32';
say('Format and lint…');
run(bin('biome'), ['check', '.'], { shell });
say('Types…');
run(bin('tsc'), ['-b'], { shell });
const browser = ensureBrowser();
say('Tests…');
const report = join(root, 'node_modules/.cache/unspool/tests.json');
mkdirSync(join(root, 'node_modules/.cache/unspool'), { recursive: true });
rmSync(report, { force: true });
const { status } = spawnSync(
  bin('vitest'),
  ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', shell, env: { ...process.env, ...(browser && { CHROME_PATH: browser }) } },
);
const seconds = Math.round((Date.now() - started) / 1000);
say(`${Math.floor(seconds / 60)} min ${seconds % 60} s in all`);
// Vitest writes none if it is killed.
if (existsSync(report)) {
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report, 'utf8'));
  console.log(`${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`);
}
process.exit(status ?? 1);

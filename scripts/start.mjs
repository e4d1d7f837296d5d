// npm start: everything a fresh clone needs, then the app.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build, install, root } from './ready.mjs';

install();
build();
const { status } = spawnSync(process.execPath, [join(root, 'packages/cli/dist/unspool.js'), ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exit(status ?? 1);

// Builds types and libraries with tsc, then bundles the command and the trace hook.
import { join } from 'node:path';
import { bin, root, run } from './ready.mjs';

run(bin('tsc'), ['-b', 'packages/cli'], { shell: process.platform === 'win32' });
run(process.execPath, [join(root, 'scripts/build-app.mjs')]);
run(process.execPath, [join(root, 'scripts/bundle.mjs')]);
run(process.execPath, [join(root, 'scripts/bundle-hook.mjs')]);

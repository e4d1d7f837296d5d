// npm run wasm: compiles the AssemblyScript of all packages. Run it after a change in an assembly folder.
// The .wasm files are committed; a test compiles them again and compares.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './ready.mjs';
import { compile, modules } from './wasm-modules.mjs';

for (const module of modules) writeFileSync(join(root, `${module}.wasm`), await compile(module));

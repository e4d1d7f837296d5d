// The WebAssembly modules: scripts/wasm.mjs compiles them, tests/wasm.test.ts checks that they are up to date.
import asc from 'assemblyscript/asc';
import { root } from './ready.mjs';

/** Each is compiled from the AssemblyScript file of this name and its imports. The .wasm file is next to it. */
export const modules = [
  'packages/session/assembly/walk-lines',
  'packages/session/assembly/find-needles',
  'packages/redact/assembly/find-anchor',
];

const OPTIONS = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--importMemory', '--noExportMemory'];
/** JavaScript cannot use exported vectors. The compiler also warns about exports between our files, which are fine. */
const VECTORS_IN_EXPORTS = ['--disableWarning', '112'];

/** Compiles a module to its bytes. A warning is an error. */
export async function compile(module) {
  let bytes = new Uint8Array();
  const { error, stderr } = await asc.main(
    [`${module}.ts`, '--baseDir', root, '--outFile', 'code.wasm', ...OPTIONS, ...VECTORS_IN_EXPORTS],
    {
      writeFile(_, contents) {
        bytes = contents;
      },
    },
  );
  const message = stderr.toString();
  if (error || message !== '') throw new Error(`Cannot compile ${module}.ts: ${error?.message ?? ''}\n${message}`);
  return bytes;
}

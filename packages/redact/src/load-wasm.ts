/**
 * Reads and compiles a .wasm file; undefined in a browser. Node's file system is looked up rather than imported, so that
 * browsers can load this module.
 */
export function loadWasm(file: URL): WebAssembly.Module | undefined {
  const files = globalThis.process?.getBuiltinModule?.('node:fs');
  return files && new WebAssembly.Module(files.readFileSync(file));
}

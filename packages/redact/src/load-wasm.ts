/**
 * Reads and compiles a .wasm file. Returns undefined in a browser. Looks up Node's file system at run time rather than
 * importing it, so that browsers can load this module.
 */
export function loadWasm(file: URL): WebAssembly.Module | undefined {
  const files = globalThis.process?.getBuiltinModule?.('node:fs');
  return files && new WebAssembly.Module(files.readFileSync(file));
}

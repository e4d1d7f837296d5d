import { readFileSync } from 'node:fs';

const modules = new Map<string, WebAssembly.Module>();

/** Reads and compiles a .wasm file; a second call for the same file returns the same module. */
export function loadWasm(file: URL): WebAssembly.Module {
  const module = modules.get(file.href) ?? new WebAssembly.Module(readFileSync(file));
  modules.set(file.href, module);
  return module;
}

import { readFileSync } from 'node:fs';

let module: WebAssembly.Module | undefined;

/** The compiled walker, read when it is first needed. */
export function walkerModule(): WebAssembly.Module {
  module ??= new WebAssembly.Module(readFileSync(new URL('./walker.wasm', import.meta.url)));
  return module;
}

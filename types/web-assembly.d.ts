/** The part of WebAssembly that is used: Node's own types leave it to the browser's. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Memory {
    constructor(descriptor: { initial: number });
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  class Instance {
    constructor(module: Module, imports: { [name: string]: { [name: string]: Memory } });
    readonly exports: { [name: string]: unknown };
  }
}

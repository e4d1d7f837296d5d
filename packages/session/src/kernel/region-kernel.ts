/** A kernel looks at up to 65 bytes at a time, also behind the last. */
const SLACK = 128;
const PAGE = 64 * 1024;

/**
 * A WebAssembly kernel and its memory: what it keeps, and behind that a region that bytes are read into. Reading into
 * memory that starts right at a page is markedly slower for large reads: no region should.
 */
export abstract class RegionKernel<Code> {
  /** The region. */
  bytes: Buffer;
  /** All memory. */
  words: Uint32Array<ArrayBuffer>;
  protected readonly code: Code;
  protected readonly memory: WebAssembly.Memory;

  constructor(
    module: WebAssembly.Module,
    protected readonly regionAt: number,
    usual: number,
  ) {
    this.memory = new WebAssembly.Memory({ initial: Math.ceil((regionAt + usual + SLACK) / PAGE) });
    this.code = new WebAssembly.Instance(module, { env: { memory: this.memory } }).exports as Code;
    this.bytes = this.region();
    this.words = new Uint32Array(this.memory.buffer);
  }

  /** To twice the size; what is in it stays. */
  grow(): void {
    this.memory.grow(Math.ceil(this.bytes.length / PAGE));
    this.bytes = this.region();
    this.words = new Uint32Array(this.memory.buffer);
  }

  private region(): Buffer {
    return Buffer.from(this.memory.buffer, this.regionAt, this.memory.buffer.byteLength - this.regionAt - SLACK);
  }
}

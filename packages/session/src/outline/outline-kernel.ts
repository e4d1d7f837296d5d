import { loadWasm } from '../kernel/load-wasm.js';
import { RegionKernel } from '../kernel/region-kernel.js';
import { decode } from '../line/decode.js';
import { nameAt } from '../scan/json-bytes.js';
import type { WindowMemory } from './windows.js';

/** The members that count, in the order by which the kernel names them. */
export const LINE = [
  'type',
  'uuid',
  'parentUuid',
  'timestamp',
  'isSidechain',
  'message',
  'isMeta',
  'agentId',
  'subtype',
  'attachment',
  'data',
  'toolUseResult',
  'isApiErrorMessage',
  'logicalParentUuid',
  'compactMetadata',
  'messageId',
  'leafUuid',
  'operation',
  'content',
  'parentToolUseID',
  'sourceToolAssistantUUID',
] as const;
const MESSAGE = ['id', 'model', 'content', 'usage', 'stop_reason'];
const BLOCK = ['type', 'id', 'name', 'input', 'tool_use_id', 'is_error', 'content', 'text', 'thinking'];
const INPUT = ['file_path', 'notebook_path', 'prompt'];
const COUNTS = [
  'input_tokens',
  'output_tokens',
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
  'cache_creation',
];
const SETS = [LINE, MESSAGE, BLOCK, INPUT, COUNTS, ['type'], ['type'], ['agentId']];

/** The same numbers as in assembly/outline-memory.ts. */
export const HEADER = 1024;
const NAMES = 2048;
const SLOTS = 128;
const NAME = 32;
const SET = SLOTS + 32 * NAME;
const RECORDS = NAMES + 8 * SET + 256;
const RECORD = 384;
const MAX_RECORDS = 256;
const LISTS = RECORDS + RECORD * MAX_RECORDS;
const LIST = 65536;
/** Behind all that the outline keeps. */
export const OUTLINE_END = LISTS + 4 * LIST;
/** The same numbers as in assembly/digest-memory.ts. */
const DIGESTS = OUTLINE_END;
const DIGEST = 128;
const NEW_TEXTS = DIGESTS + DIGEST * MAX_RECORDS + 65536;
const NEW_TEXT = 16;
const MAX_NEW_TEXTS = 4096;
const MOST_CELLS = 4096;
const NO_CELL = 0xffffffff;
const CELLS = NEW_TEXTS + NEW_TEXT * MAX_NEW_TEXTS + 4 * MOST_CELLS;
const RAW_LINES = CELLS + 64 * MOST_CELLS + 65536;
const KEYS = RAW_LINES + 98304;
const REGION = KEYS + 32768 + 4096 + 64;
const USUAL = 64 * 1024;
/** Memory never shrinks: beyond this a kernel is not kept for the next file. */
const MOST_KEPT = 16 * USUAL;

/** Places of a record, in words. */
export const At = { line: 4, message: 47, counts: 58, attachment: 69, data: 72, result: 75, facts: 78 } as const;

/** What a record says of a line's escapes: halves of surrogate pairs, letters that ids are made of. */
export const SURROGATES = 1;
export const ESCAPED_LETTERS = 2;

/** What records are read from. */
export interface RecordMemory {
  /** The region. */
  bytes: Buffer;
  /** All memory, records and lists among it. */
  words: Uint32Array;
}

export const NO_MEMORY: RecordMemory = { bytes: Buffer.alloc(0), words: new Uint32Array(0) };

interface OutlineCode {
  outline(base: number, from: number, end: number): number;
  digestFrom(base: number, from: number, byte: number): number;
  askRaw(isWanted: number): void;
}

const compiled = () => loadWasm(new URL('../../assembly/digest-lines.wasm', import.meta.url));

/**
 * The inner loop of the outline, in WebAssembly. It walks each line of a region once and notes where the members stand
 * that count; what it does not understand for certain is left to the parser.
 */
export class OutlineKernel extends RegionKernel<OutlineCode> implements WindowMemory, RecordMemory {
  /** How many records the last run left. */
  records = 0;
  /** All memory, times and counts among it. */
  doubles: Float64Array;
  /** Texts by their numbers: those of cells, then those that are new. Each is made once as long as it comes again soon. */
  readonly texts: (string | undefined)[] = new Array(1 + MOST_CELLS + MAX_NEW_TEXTS).fill('');
  private newTexts = 0;

  constructor() {
    super(compiled(), REGION, USUAL);
    putNames(this.memory);
    this.doubles = new Float64Array(this.memory.buffer);
    this.texts[0] = undefined;
  }

  override grow(): void {
    super.grow();
    this.doubles = new Float64Array(this.memory.buffer);
  }

  /** Takes bytes that stand elsewhere. */
  put(bytes: Uint8Array): void {
    while (this.bytes.length < bytes.length) this.grow();
    this.bytes.set(bytes);
  }

  /** Walks lines from a place in the region; gives where it stopped for want of room, or the end. */
  outline(from: number, end: number): number {
    const at = this.code.outline(REGION, REGION + from, REGION + end) - REGION;
    this.records = this.words[HEADER >> 2] ?? 0;
    return at;
  }

  /**
   * Digests the records of the last run from one on; gives the next, for which there was no room. Digests and the texts
   * they name are valid until more are asked for. `byte` is where in the file the region begins.
   */
  digest(from: number, byte = 0): number {
    this.settleTexts();
    const next = this.code.digestFrom(REGION, from, byte);
    this.newTexts = this.words[(HEADER >> 2) + 1] ?? 0;
    this.makeTexts();
    return next;
  }

  /** Whether it is asked where the words of blocks stand. */
  askRaw(wanted: 'wanted' | 'not wanted'): void {
    this.code.askRaw(wanted === 'wanted' ? 1 : 0);
  }

  /** What was told of lines that can be copied, when records were digested. */
  rawLines(): Uint32Array {
    const at = RAW_LINES >> 2;
    return this.words.subarray(at, at + (this.words[(HEADER >> 2) + 2] ?? 0));
  }

  private makeTexts(): void {
    const { bytes, words, texts } = this;
    for (let index = 0, at = NEW_TEXTS >> 2; index < this.newTexts; index++, at += NEW_TEXT >> 2) {
      const start = words[at] ?? 0;
      const end = words[at + 1] ?? 0;
      texts[1 + MOST_CELLS + index] =
        words[at + 3] === 1 ? nameAt(bytes, start + 1, end - 1) : JSON.parse(decode(bytes, start, end));
    }
  }

  /** What was new is known by its cell from now on. */
  private settleTexts(): void {
    const { words, texts } = this;
    for (let index = 0, at = (NEW_TEXTS >> 2) + 2; index < this.newTexts; index++, at += NEW_TEXT >> 2) {
      const cell = words[at] ?? NO_CELL;
      if (cell !== NO_CELL) texts[1 + cell] = texts[1 + MOST_CELLS + index];
      texts[1 + MOST_CELLS + index] = '';
    }
    this.newTexts = 0;
  }

  record(index: number): number {
    return recordAt(index);
  }

  /** A place that a list holds, in the region. */
  listed(list: number, index: number): number {
    return (this.words[(list >> 2) + index] ?? 0) - REGION;
  }

  isKept(): boolean {
    return this.bytes.length <= MOST_KEPT;
  }
}

/** Where the digest of a record stands, in words. */
export function digestAt(index: number): number {
  return (DIGESTS + index * DIGEST) >> 2;
}

/** Where a record stands, in words. */
export function recordAt(index: number): number {
  return (RECORDS + index * RECORD) >> 2;
}

/** Tells a kernel which members count. */
export function putNames({ buffer }: WebAssembly.Memory): void {
  const memory = new Uint8Array(buffer);
  SETS.forEach((names, set) => {
    const at = NAMES + set * SET;
    memory.fill(255, at, at + SLOTS);
    names.forEach((name, field) => {
      const bytes = Buffer.from(name);
      const slot = at + slotOf(bytes);
      if (memory[slot] !== 255) throw new Error(`${name} falls into the slot of another name`);
      memory[slot] = field;
      memory[at + SLOTS + field * NAME] = bytes.length;
      memory.set(bytes, at + SLOTS + field * NAME + 1);
    });
  });
}

function slotOf(name: Buffer): number {
  return (name.length + (name[0] ?? 0) * 2 + (name.at(-1) ?? 0) * 3) & (SLOTS - 1);
}

const idle: OutlineKernel[] = [];

/** Lends a kernel, which is used again for the next file. */
export function withKernel<T>(use: (kernel: OutlineKernel) => T): T {
  const kernel = idle.pop() ?? new OutlineKernel();
  try {
    return use(kernel);
  } finally {
    if (kernel.isKept() && idle.length === 0) idle.push(kernel);
  }
}

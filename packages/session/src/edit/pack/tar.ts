import type { Sink } from '../../write/sink.js';

/** The reason a packed session is refused. */
export class ArchiveError extends Error {}

const BLOCK = 512;
const MAX_HEADER_DATA = 64 * 1024;

/** Returns the header of a file in a tar archive. Long names and sizes need an additional header (POSIX pax). */
export function tarHeader(name: string, size: number): Buffer {
  const isShort = Buffer.byteLength(name) <= 100 && size < 8 ** 11;
  if (isShort) return block(name, size, '0');
  const records = paxRecord('path', name) + paxRecord('size', String(size));
  const data = Buffer.from(records);
  const short = Buffer.from(name)
    .subarray(-90)
    .toString('latin1')
    .replace(/[^\w./-]/g, '_');
  const sizeInBlock = size < 8 ** 11 ? size : 0;
  return Buffer.concat([block('pax', data.length, 'x'), data, tarPadding(data.length), block(short, sizeInBlock, '0')]);
}

/** Fills the last block of a file. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}

export const TAR_END = Buffer.alloc(2 * BLOCK);

function block(name: string, size: number, type: string): Buffer {
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0, 'utf8');
  header.write('0000600\0', 100, 'latin1');
  header.write('0000000\0', 108, 'latin1');
  header.write('0000000\0', 116, 'latin1');
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124, 'latin1');
  header.write('00000000000\0', 136, 'latin1');
  header.write(type, 156, 'latin1');
  header.write('ustar\x0000', 257, 'latin1');
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}

/** A record starts with its own length. */
function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  let length = Buffer.byteLength(rest);
  while (length !== Buffer.byteLength(rest) + String(length).length)
    length = Buffer.byteLength(rest) + String(length).length;
  return `${length}${rest}`;
}

/** Returns the sum of a header's bytes, with blanks in place of the sum itself. */
function sumOf(header: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < BLOCK; at++) sum += at >= 148 && at < 156 ? 32 : (header[at] ?? 0);
  return sum;
}

export interface TarFile extends Sink {
  end(): void;
}

/**
 * Reads an archive as its bytes arrive. Accepts only plain files: links, devices and anything else that a stranger could
 * put into an archive throw an error.
 */
export class TarReader {
  private pending: Buffer = Buffer.alloc(0);
  private file: { sink: TarFile; left: number } | undefined;
  private padding = 0;
  private pax: { path?: string; size?: number } = {};
  private zeros = 0;

  /** `open` is called for each file and returns where its bytes go. It throws when the file is not allowed. */
  constructor(private readonly open: (name: string, size: number) => TarFile) {}

  push(chunk: Buffer): void {
    let rest = this.pending.length > 0 ? Buffer.concat([this.pending, chunk]) : chunk;
    this.pending = Buffer.alloc(0);
    while (rest.length > 0) {
      const used = this.step(rest);
      if (used === 0) break;
      rest = rest.subarray(used);
    }
    this.pending = Buffer.from(rest);
  }

  end(): void {
    if (this.file || this.pending.length > 0 || this.zeros < 2) throw new ArchiveError('the archive is cut off');
  }

  /** Returns how many bytes it used; 0 when it needs more. */
  private step(bytes: Buffer): number {
    if (this.file) return this.take(bytes, this.file);
    if (this.padding > 0) {
      const skipped = Math.min(this.padding, bytes.length);
      this.padding -= skipped;
      return skipped;
    }
    if (bytes.length < BLOCK) return 0;
    return this.header(bytes);
  }

  private take(bytes: Buffer, file: { sink: TarFile; left: number }): number {
    const part = bytes.subarray(0, file.left);
    file.sink.write(part);
    file.left -= part.length;
    if (file.left === 0) this.close(file.sink);
    return part.length;
  }

  private close(sink: TarFile): void {
    this.file = undefined;
    sink.end();
  }

  private header(bytes: Buffer): number {
    const header = bytes.subarray(0, BLOCK);
    if (header.every((byte) => byte === 0)) {
      this.zeros++;
      return BLOCK;
    }
    if (this.zeros > 0) throw new ArchiveError('there is data after the end of the archive');
    if (octal(header, 148, 8) !== sumOf(header)) throw new ArchiveError('a header of the archive is damaged');
    const type = String.fromCharCode(header[156] ?? 0);
    const size = octal(header, 124, 12);
    if (type === 'x') return this.extended(bytes, size);
    const { path, size: long } = this.pax;
    this.pax = {};
    const name = path ?? nameIn(header);
    if (type !== '0' && type !== '\0') throw new ArchiveError(`${JSON.stringify(name)} is not a plain file`);
    this.begin(name, long ?? size);
    return BLOCK;
  }

  private begin(name: string, size: number): void {
    const sink = this.open(name, size);
    this.padding = tarPadding(size).length;
    if (size === 0) sink.end();
    else this.file = { sink, left: size };
  }

  private extended(bytes: Buffer, size: number): number {
    if (size > MAX_HEADER_DATA) throw new ArchiveError('a header of the archive is too long');
    const whole = BLOCK + size + tarPadding(size).length;
    if (bytes.length < whole) return 0;
    for (const record of bytes.toString('utf8', BLOCK, BLOCK + size).split('\n')) {
      const [, key, value] = /^\d+ ([^=]+)=(.*)$/.exec(record) ?? [];
      if (key === 'path' && value !== undefined) this.pax.path = value;
      if (key === 'size' && value !== undefined && /^\d{1,15}$/.test(value)) this.pax.size = Number(value);
    }
    return whole;
  }
}

function octal(header: Buffer, at: number, length: number): number {
  const text = header
    .toString('latin1', at, at + length)
    .replace(/[\0 ]+$/, '')
    .trim();
  if (!/^[0-7]+$/.test(text)) throw new ArchiveError('a header of the archive is damaged');
  return Number.parseInt(text, 8);
}

function nameIn(header: Buffer): string {
  const text = (at: number, length: number) => {
    const field = header.subarray(at, at + length);
    const end = field.indexOf(0);
    return field.toString('utf8', 0, end < 0 ? length : end);
  };
  const prefix = header.toString('latin1', 257, 262) === 'ustar' ? text(345, 155) : '';
  return prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`;
}

const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;

/** Writes the part of the protobuf wire format that OTLP's trace messages need. */
export class ProtobufWriter {
  private buffer = Buffer.allocUnsafe(1024);
  private length = 0;

  bytes(): Uint8Array {
    return this.buffer.subarray(0, this.length);
  }

  string(field: number, text: string): void {
    this.tag(field, BYTES);
    const size = Buffer.byteLength(text);
    this.varint(size);
    this.room(size);
    this.length += this.buffer.write(text, this.length, 'utf8');
  }

  raw(field: number, bytes: Uint8Array): void {
    this.tag(field, BYTES);
    this.varint(bytes.length);
    this.room(bytes.length);
    this.buffer.set(bytes, this.length);
    this.length += bytes.length;
  }

  message(field: number, write: (inner: ProtobufWriter) => void): void {
    const inner = new ProtobufWriter();
    write(inner);
    this.raw(field, inner.bytes());
  }

  boolean(field: number, value: boolean): void {
    this.tag(field, VARINT);
    this.varint(value ? 1 : 0);
  }

  unsigned(field: number, value: number): void {
    this.tag(field, VARINT);
    this.varint(value);
  }

  /** A negative number takes ten bytes, as 64-bit two's complement. */
  int64(field: number, value: bigint): void {
    this.tag(field, VARINT);
    this.bigVarint(BigInt.asUintN(64, value));
  }

  fixed64(field: number, value: bigint): void {
    this.tag(field, FIXED64);
    this.room(8);
    this.length = this.buffer.writeBigUInt64LE(BigInt.asUintN(64, value), this.length);
  }

  double(field: number, value: number): void {
    this.tag(field, FIXED64);
    this.room(8);
    this.length = this.buffer.writeDoubleLE(value, this.length);
  }

  private tag(field: number, wire: number): void {
    this.varint(field * 8 + wire);
  }

  private varint(value: number): void {
    this.room(10);
    let rest = value;
    while (rest > 0x7f) {
      this.buffer[this.length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.buffer[this.length++] = rest;
  }

  private bigVarint(value: bigint): void {
    this.room(10);
    let rest = value;
    while (rest > 0x7fn) {
      this.buffer[this.length++] = Number(rest & 0x7fn) | 0x80;
      rest >>= 7n;
    }
    this.buffer[this.length++] = Number(rest);
  }

  private room(more: number): void {
    if (this.length + more <= this.buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.buffer.length * 2, this.length + more));
    larger.set(this.bytes());
    this.buffer = larger;
  }
}

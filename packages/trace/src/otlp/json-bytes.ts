/** Many spans share one buffer. One span keeps its whole buffer alive, so a larger buffer is held longer. */
const PIECE = 256 * 1024;
/** A unit of UTF-16 takes up to three bytes in UTF-8. */
const MAX_BYTES_OF_A_UNIT = 3;
const LONG = 200;

/**
 * Writes JSON as bytes, part by part. Stringifying each span as a whole would be simpler, but a backfill of 1 GB takes an
 * eighth longer with it.
 */
export class JsonBytes {
  private piece = Buffer.alloc(0);
  private start = 0;
  private end = 0;
  /** Not yet written, since many short parts are written together. */
  private json = '';
  private texts: WrittenText[] = [];

  add(json: string): void {
    this.json += json;
  }

  /**
   * Adds a JSON string. The input and output of a tool appear twice, under the names of both conventions; the second time
   * their bytes are copied.
   */
  addText(text: string): void {
    if (text.length <= LONG) {
      this.json += JSON.stringify(text);
      return;
    }
    this.write();
    const known = this.texts.find((each) => each.text === text);
    if (known) this.repeat(known);
    else {
      this.json = JSON.stringify(text);
      const length = this.write();
      this.texts.push({ text, start: this.end - length, end: this.end });
    }
  }

  /** Returns everything added since the last call. */
  take(): Buffer {
    this.write();
    const bytes = this.piece.subarray(this.start, this.end);
    this.start = this.end;
    this.texts = [];
    return bytes;
  }

  /** Returns how many bytes it wrote. */
  private write(): number {
    const { json } = this;
    if (json === '') return 0;
    this.makeRoom(json.length * MAX_BYTES_OF_A_UNIT);
    const length = this.piece.write(json, this.end);
    this.end += length;
    this.json = '';
    return length;
  }

  private repeat(written: WrittenText): void {
    this.makeRoom(written.end - written.start);
    const { start, end } = written;
    this.piece.copyWithin(this.end, start, end);
    this.end += end - start;
  }

  /** Moves what is already written for the current span into a larger buffer. */
  private makeRoom(bytes: number): void {
    if (bytes <= this.piece.length - this.end) return;
    const begun = this.piece.subarray(this.start, this.end);
    this.piece = Buffer.allocUnsafeSlow(Math.max(PIECE, begun.length * 2 + bytes));
    begun.copy(this.piece);
    for (const text of this.texts) {
      text.start -= this.start;
      text.end -= this.start;
    }
    this.start = 0;
    this.end = begun.length;
  }
}

interface WrittenText {
  text: string;
  start: number;
  end: number;
}

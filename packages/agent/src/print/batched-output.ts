const MAX_BYTES = 64 * 1024;

/**
 * Joins all output of one pass of the event loop into one write, since writing each piece of a stream separately is slow.
 * Everything is written before the event loop waits.
 */
export class BatchedOutput {
  private pending = '';

  constructor(private readonly write: (text: string) => void) {}

  add(text: string): void {
    if (this.pending === '') process.nextTick(() => this.flush());
    this.pending += text;
    if (this.pending.length > MAX_BYTES) this.flush();
  }

  flush(): void {
    const text = this.pending;
    this.pending = '';
    if (text !== '') this.write(text);
  }
}

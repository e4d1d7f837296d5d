const LARGEST = 64 * 1024;

/**
 * Writes what is said in one go of the loop at once: a write for each piece of a stream takes longer than all the rest. When
 * the loop waits for something, everything is out.
 */
export class BatchedOutput {
  private pending = '';

  constructor(private readonly write: (text: string) => void) {}

  add(text: string): void {
    if (this.pending === '') process.nextTick(() => this.flush());
    this.pending += text;
    if (this.pending.length > LARGEST) this.flush();
  }

  flush(): void {
    const text = this.pending;
    this.pending = '';
    if (text !== '') this.write(text);
  }
}

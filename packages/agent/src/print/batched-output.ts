const LARGEST = 64 * 1024;

/**
 * Joins everything that one pass of the event loop prints into one write: a write per stream piece takes longer than all
 * the rest. Nothing is left unwritten while the loop waits.
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

import { writeSync } from 'node:fs';
import { isKeyRelease, setKittyProtocolActive } from '@mariozechner/pi-tui/dist/keys.js';
import { StdinBuffer } from '@mariozechner/pi-tui/dist/stdin-buffer.js';
import type { Surface } from './screen.js';

const PASTE_ON = '\u001b[?2004h';
const ASK_KITTY = '\u001b[?u';
const KITTY_ON = '\u001b[>7u';
/** xterm's way to distinguish Shift+Enter from Enter, for terminals without the Kitty protocol. */
const OTHER_KEYS_ON = '\u001b[>4;2m';
/** Resets synchronised output, colours, cursor, paste and keys. Resetting a mode that is not set does no harm. */
const RESTORE = '\u001b[?2026l\u001b[0m\u001b[?25h\u001b[?2004l\u001b[>4;0m';
const KITTY_OFF = '\u001b[<u';
const ANSWER_WAIT_MS = 150;

/** The process's terminal in raw mode. Distinguishes keys from pastes. Restored however the process ends. */
export class Tty implements Surface {
  private buffer: StdinBuffer | undefined;
  private hasKitty = false;
  /** Whether this key arrived together with other text: then it is part of that text, whatever it means alone. */
  isInsideText = false;
  private isOpen = false;
  private keysTimer: NodeJS.Timeout | undefined;

  private readonly put: (data: string) => void;

  constructor(
    private readonly input: NodeJS.ReadStream,
    private readonly output: NodeJS.WriteStream,
  ) {
    // Keep the original: while the screen is shown, other code gets a replacement.
    const write = output.write.bind(output);
    this.put = (data) => void write(data);
  }

  get columns(): number {
    return this.output.columns || 80;
  }

  get rows(): number {
    return this.output.rows || 24;
  }

  open(onKey: (data: string) => void, onResize: () => void): void {
    this.isOpen = true;
    process.on('exit', this.restore);
    this.input.setRawMode?.(true);
    this.input.setEncoding('utf8');
    this.buffer = new StdinBuffer({ timeout: 10 });
    this.buffer.on('data', (sequence) => {
      if (!this.takesAnswer(sequence) && !isKeyRelease(sequence)) onKey(sequence);
    });
    this.buffer.on('paste', (text) => onKey(`\u001b[200~${text}\u001b[201~`));
    this.input.on('data', this.take);
    this.input.resume();
    this.output.on('resize', onResize);
    this.write(`${PASTE_ON}\u001b[?25l${ASK_KITTY}`);
    this.keysTimer = setTimeout(() => {
      if (!this.hasKitty) this.write(OTHER_KEYS_ON);
    }, ANSWER_WAIT_MS);
    this.keysTimer.unref();
  }

  write(data: string): void {
    if (this.isOpen) this.put(data);
  }

  close(): void {
    this.restore();
    this.buffer?.destroy();
    this.input.off('data', this.take);
    this.output.removeAllListeners('resize');
    this.input.pause();
    process.off('exit', this.restore);
  }

  /** Synchronous, so that it also works in an exit handler. */
  readonly restore = (): void => {
    if (!this.isOpen) return;
    this.isOpen = false;
    clearTimeout(this.keysTimer);
    try {
      writeSync(1, (this.hasKitty ? KITTY_OFF : '') + RESTORE);
      this.input.setRawMode?.(false);
    } catch {
      // The terminal is gone: there is nothing to restore.
    }
    setKittyProtocolActive(false);
  };

  private readonly take = (data: string): void => {
    this.isInsideText = /^[^\p{Cc}]{2,}/u.test(data);
    this.buffer?.process(data);
    this.isInsideText = false;
  };

  private takesAnswer(sequence: string): boolean {
    if (!sequence.startsWith('\u001b[?') || !/^\d+u$/.test(sequence.slice(3))) return false;
    if (!this.hasKitty) {
      this.hasKitty = true;
      setKittyProtocolActive(true);
      this.write(KITTY_ON);
    }
    return true;
  }
}

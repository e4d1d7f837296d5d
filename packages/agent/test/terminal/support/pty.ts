import { spawn } from '@homebridge/node-pty-prebuilt-multiarch';
import xterm from '@xterm/headless';

export interface PtyOptions {
  program: string;
  cwd: string;
  env: { [name: string]: string };
  columns?: number;
  rows?: number;
}

/** The longest a user would wait. Only a failing test waits this long. */
const TIMEOUT_MS = 30_000;

/** A program in a real terminal. Its output goes through a terminal emulator, so that tests check what a user sees. */
export class Pty {
  /** Every byte the program wrote. */
  raw = '';
  readonly ended: Promise<number>;
  private readonly terminal;
  private readonly child;
  private readonly watchers = new Set<() => void>();

  constructor({ program, cwd, env, columns = 80, rows = 24 }: PtyOptions) {
    this.terminal = new xterm.Terminal({ cols: columns, rows, scrollback: 5000, allowProposedApi: true });
    const whole = { PATH: process.env['PATH'] ?? '', TERM: 'xterm-256color', LANG: 'C.UTF-8', ...env };
    this.child = spawn(process.execPath, [program], { name: 'xterm-256color', cols: columns, rows, cwd, env: whole });
    this.child.onData((data) => {
      this.raw += data;
      this.terminal.write(data, () => {
        for (const look of this.watchers) look();
      });
    });
    // Send the emulator's answers to queries.
    this.terminal.onData((data) => this.child.write(data));
    // Resolve only when all output is on the screen.
    this.ended = new Promise((resolve) =>
      this.child.onExit(({ exitCode, signal }) =>
        this.terminal.write('', () => resolve(signal ? 128 + signal : exitCode)),
      ),
    );
  }

  /** The rows on the screen. */
  get rows(): string[] {
    const { active } = this.terminal.buffer;
    return Array.from(
      { length: this.terminal.rows },
      (_, row) => active.getLine(active.baseY + row)?.translateToString(true) ?? '',
    );
  }

  get screen(): string {
    return this.rows.join('\n').trimEnd();
  }

  /** The screen and everything that has scrolled off it. */
  get everything(): string {
    const { active } = this.terminal.buffer;
    return Array.from({ length: active.length }, (_, row) => active.getLine(row)?.translateToString(true) ?? '').join(
      '\n',
    );
  }

  type(text: string): void {
    this.child.write(text);
  }

  paste(text: string): void {
    this.child.write(`\u001b[200~${text}\u001b[201~`);
  }

  resize(columns: number, rows: number): void {
    this.terminal.resize(columns, rows);
    this.child.resize(columns, rows);
  }

  kill(signal: string): void {
    this.child.kill(signal);
  }

  sees(wanted: string | RegExp): Promise<void> {
    return this.until(() => has(this.screen, wanted), `did not see ${wanted}`);
  }

  sawEver(wanted: string | RegExp): Promise<void> {
    return this.until(() => has(this.everything, wanted), `never saw ${wanted}`);
  }

  lacks(unwanted: string | RegExp): Promise<void> {
    return this.until(() => !has(this.screen, unwanted), `still sees ${unwanted}`);
  }

  until(isSo: () => boolean, otherwise: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (error?: Error) => {
        clearTimeout(timer);
        this.watchers.delete(look);
        if (error) reject(error);
        else resolve();
      };
      const look = () => isSo() && settle();
      const timer = setTimeout(() => settle(new Error(`${otherwise}. The screen:\n${this.screen}`)), TIMEOUT_MS);
      this.watchers.add(look);
      look();
    });
  }

  async close(): Promise<void> {
    try {
      this.child.kill('SIGKILL');
    } catch {
      // It has already exited.
    }
    await this.ended;
    this.terminal.dispose();
  }
}

function has(text: string, wanted: string | RegExp): boolean {
  return typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text);
}

export const KEY = {
  enter: '\r',
  escape: '\u001b',
  up: '\u001b[A',
  down: '\u001b[B',
  altEnter: '\u001b\r',
  shiftEnter: '\u001b[13;2u',
  shiftTab: '\u001b[Z',
  tab: '\t',
  backspace: '\u007f',
  ctrlC: '\u0003',
  ctrlD: '\u0004',
} as const;

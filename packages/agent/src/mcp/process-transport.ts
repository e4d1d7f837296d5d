import { type ChildProcess, spawn } from 'node:child_process';
import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { signalGroup } from '../tools/shell/run-shell.js';

export interface ProcessOptions {
  command: string;
  args: string[];
  env: { [name: string]: string };
  cwd: string;
  onWords(chunk: Buffer): void;
}

/** How long a server has to exit after its input is closed, and again after SIGTERM. */
const TIMEOUT_MS = 500;

/**
 * Runs a server in its own process group. If it was started through a shell or npx, stopping only our child process
 * would leave the server running.
 */
export class ProcessTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  private child: ChildProcess | undefined;
  private readonly received = new ReadBuffer();
  private readonly killNow = () => this.signal('SIGKILL');

  constructor(private readonly options: ProcessOptions) {}

  start(): Promise<void> {
    const { command, args, env, cwd, onWords } = this.options;
    return new Promise((resolve, reject) => {
      const child = spawn(command, args, { env, cwd, stdio: 'pipe', detached: true });
      this.child = child;
      // If we exit first, nothing else would stop it.
      process.once('exit', this.killNow);
      child.once('spawn', resolve);
      child.on('error', (error) => {
        reject(error);
        this.onerror?.(error);
      });
      child.once('close', () => this.onclose?.());
      child.stdin.on('error', (error) => this.onerror?.(error));
      child.stderr.on('data', onWords);
      child.stdout.on('data', (chunk: Buffer) => this.take(chunk));
    });
  }

  send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.child?.stdin;
    if (!stdin?.writable) return Promise.reject(new Error('the server has exited'));
    return new Promise((resolve) => {
      if (stdin.write(serializeMessage(message))) resolve();
      else stdin.once('drain', resolve);
    });
  }

  async close(): Promise<void> {
    this.child?.stdin?.end();
    await this.gone();
    if (this.signal('SIGTERM')) await this.gone();
    this.signal('SIGKILL');
    process.off('exit', this.killNow);
    this.received.clear();
  }

  /** Waits briefly until the whole group has exited. */
  private async gone(): Promise<void> {
    const until = Date.now() + TIMEOUT_MS;
    while (Date.now() < until && this.isAlive()) await new Promise((resolve) => setTimeout(resolve, 10));
  }

  private isAlive(): boolean {
    return this.signal(0);
  }

  /** Returns false if no process is left. */
  private signal(signal: NodeJS.Signals | 0): boolean {
    return this.child?.pid !== undefined && signalGroup(this.child.pid, signal);
  }

  private take(chunk: Buffer): void {
    this.received.append(chunk);
    for (;;) {
      try {
        const message = this.received.readMessage();
        if (message === null) return;
        this.onmessage?.(message);
      } catch (error) {
        this.onerror?.(error as Error);
      }
    }
  }
}

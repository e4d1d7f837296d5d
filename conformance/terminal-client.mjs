import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment, isRunning } from './client.mjs';

const MAX_MS = 30_000;
const LOOK_EVERY_MS = 30;
/** How long it may take to react to a key. */
const ANSWER_MS = 5000;
/** How long a client draws nothing when it waits for input. */
const QUIET_MS = 400;
export const ESCAPE = '\x1b';
export const ENTER = '\r';
export const UP = '\x1b[A';
const CONTROL_C = '\x03';

/** Only on these systems can a program get a terminal without a dependency. */
export function hasTerminals() {
  return process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;
}

/** The client in a pseudo-terminal. */
export class TerminalClient {
  constructor(command, { home, cwd, url }) {
    this.pidFile = join(home, 'client.pid');
    const line = `stty rows 50 cols 140; echo $$ > '${this.pidFile}'; exec ${command.map((word) => `'${word}'`).join(' ')}`;
    const env = { ...environment(home, url), TERM: 'xterm-256color' };
    this.child = spawn('script', ['-qefc', line, '/dev/null'], { cwd, env, stdio: ['pipe', 'pipe', 'ignore'] });
    this.drawn = '';
    this.drawnAt = Date.now();
    this.child.stdout.on('data', (chunk) => {
      this.drawn += chunk;
      this.drawnAt = Date.now();
    });
    this.ended = new Promise((resolve) => {
      this.child.on('close', (status, signal) => resolve(status ?? signal));
    });
  }

  /** Types a prompt or a command, and waits for this text and then for the screen to be quiet. */
  async say(words, ...expected) {
    await this.press(words);
    await this.press(ENTER, ...expected);
  }

  async press(keys, ...expected) {
    this.write(keys);
    for (const words of expected) await this.see(words);
    await this.quiet();
  }

  write(keys) {
    this.drawn = '';
    this.drawnAt = Date.now();
    this.child.stdin.write(keys);
  }

  /** `words`: a text, or a pattern if client versions differ. */
  async see(words) {
    const isShown = () => (words instanceof RegExp ? words.test(this.screen()) : this.screen().includes(words));
    await this.until(isShown, `the client never showed "${words}"`);
  }

  async quiet() {
    await this.until(() => Date.now() - this.drawnAt > QUIET_MS, 'the client never came to rest');
  }

  /** Presses Ctrl+C, and again when the client asks for it, which it forgets after a moment. Returns the exit code. */
  async leave() {
    if (this.isClosed) return undefined;
    let isOver = false;
    const status = this.ended.finally(() => {
      isOver = true;
    });
    const isAsking = () => isOver || this.screen().includes('again to exit');
    const until = Date.now() + MAX_MS;
    while (!isOver && Date.now() < until) {
      this.write(CONTROL_C);
      await within(ANSWER_MS, isAsking);
      if (isOver) break;
      this.write(CONTROL_C);
      await within(ANSWER_MS, () => isOver);
    }
    if (!isOver) this.child.kill('SIGKILL');
    return status;
  }

  /** Closes the window: the client gets a hang-up signal and a moment to exit. */
  async close() {
    this.isClosed = true;
    this.child.kill('SIGKILL');
    await this.until(() => !isRunning(Number(readFileSync(this.pidFile, 'utf8'))), 'the client outlives its terminal');
  }

  /** Kills the client if it still runs. */
  kill() {
    this.child.kill('SIGKILL');
    const pid = existsSync(this.pidFile) ? Number(readFileSync(this.pidFile, 'utf8')) : 0;
    if (pid > 0 && isRunning(pid)) process.kill(pid, 'SIGKILL');
  }

  /** The text drawn since the last key. */
  screen() {
    return (
      this.drawn
        // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what they are
        .replace(/\x1b\][^\x07]*\x07|\x1b\[[0-9;?<>=]*[a-zA-Z]|\x1b[=>()][0-9A-B]?/g, ' ')
        .replace(/\s+/g, ' ')
    );
  }

  async until(isSo, complaint) {
    const until = Date.now() + MAX_MS;
    while (!isSo()) {
      if (Date.now() > until) throw new Error(`${complaint}, but: ${this.screen()}`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  }
}

/** Waits until something is so, or the time is over. */
async function within(milliseconds, isSo) {
  const until = Date.now() + milliseconds;
  while (!isSo() && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
}

import type { Chat } from '../chat/chat.js';
import { withLateSegmenter } from './screen/late-segmenter.js';
import type { TerminalChat } from './terminal-chat.js';
import type { TerminalWorld } from './world.js';

export interface TerminalOptions {
  /** Starts the chat. This may take a while, since the prompt field is already on the screen. */
  open(): Promise<Chat>;
  /** The first prompt, possibly empty. */
  first: string;
  world: TerminalWorld;
}

const SIGNALS: { readonly [signal: string]: number } = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

/** Runs a chat at a terminal and returns the exit code. The terminal is always restored. */
export async function runTerminal({ open, first, world }: TerminalOptions): Promise<number> {
  const { openFront } = await withLateSegmenter(() => import('./front.js'));
  const handlers: [string, () => void][] = [];
  const listen = (event: string, handler: () => void) => {
    process.on(event, handler);
    handlers.push([event, handler]);
  };
  let leave: (code: number) => void = () => {};
  const left = new Promise<number>((resolve) => {
    leave = resolve;
  });
  const front = openFront(world.env, leave);
  listen('uncaughtExceptionMonitor', front.tty.restore);
  for (const [signal, code] of Object.entries(SIGNALS)) listen(signal, () => leave(code));
  process.stdin.once('end', () => leave(0));
  let chat: Chat | undefined;
  let terminal: TerminalChat | undefined;
  let isOver = false;
  try {
    // Draw the first frame before loading blocks the event loop.
    await new Promise(setImmediate);
    const talk = (async () => {
      const [opened, whole] = [await open(), await import('./terminal-chat.js')];
      chat = opened;
      if (isOver) return opened.close();
      terminal = new whole.TerminalChat(opened, front, world, leave);
      await terminal.start(first);
    })();
    return await Promise.race([left, talk.then(() => left)]);
  } finally {
    isOver = true;
    front.close(terminal?.lastLines() ?? []);
    for (const [event, handler] of handlers) process.off(event, handler);
    await chat?.close();
  }
}

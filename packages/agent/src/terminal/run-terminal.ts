import type { Chat } from '../chat/chat.js';
import { withLateSegmenter } from './screen/late-segmenter.js';
import type { TerminalChat } from './terminal-chat.js';
import type { TerminalWorld } from './world.js';

export interface TerminalOptions {
  /** Starts the chat. The prompt stands before it is called: it may take its time. */
  open(): Promise<Chat>;
  /** The first prompt, or nothing. */
  first: string;
  world: TerminalWorld;
}

const SIGNALS: { readonly [signal: string]: number } = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

/** A chat at a terminal. Gives the exit code; the terminal is given back as it was, whatever happens. */
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
    // What is to be drawn first is drawn before the processor is busy with loading.
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

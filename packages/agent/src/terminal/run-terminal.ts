import type { Chat } from '../chat/chat.js';

/** What the terminal takes from outside. */
export interface TerminalWorld {
  env: { readonly [name: string]: string | undefined };
  cwd: string;
  home: string;
  now(): number;
}

const SIGNALS: { readonly [signal: string]: number } = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

/** A chat at a terminal. Gives the exit code; the terminal is given back as it was, whatever happens. */
export async function runTerminal(chat: Chat, first: string, world: TerminalWorld): Promise<number> {
  const [{ Tty }, { TerminalChat }] = await Promise.all([import('./screen/tty.js'), import('./terminal-chat.js')]);
  const tty = new Tty(process.stdin, process.stdout);
  let terminal: InstanceType<typeof TerminalChat> | undefined;
  const handlers: [string, () => void][] = [];
  const listen = (event: string, handler: () => void) => {
    process.on(event, handler);
    handlers.push([event, handler]);
  };
  listen('uncaughtExceptionMonitor', tty.restore);
  try {
    return await new Promise<number>((leave, fail) => {
      for (const [signal, code] of Object.entries(SIGNALS)) listen(signal, () => leave(code));
      process.stdin.once('end', () => leave(0));
      terminal = new TerminalChat(chat, tty, world, leave);
      terminal.start(first).catch(fail);
    });
  } finally {
    terminal?.stop();
    for (const [event, handler] of handlers) process.off(event, handler);
  }
}

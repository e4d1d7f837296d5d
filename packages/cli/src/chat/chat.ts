import { runTerminal } from '@unspool/agent';
import type { Io } from '../io.js';
import { UserError } from '../user-error.js';
import { accessOf } from './access.js';
import type { ChatCommandOptions } from './command-options.js';

/**
 * Chats with a model in a session that the client can continue. At a terminal the prompt appears before the rest is
 * loaded, so little is imported here.
 */
export async function chat(words: string[], options: ChatCommandOptions, given: Io): Promise<number> {
  const io = options.demo ? (await import('./demo-place.js')).demoIo(given) : given;
  const format = formatOf(options);
  const takesLines = options.inputFormat === 'stream-json';
  const isPrint = options.print === true || takesLines || format !== 'text';
  if (isPrint) {
    const { printChat } = await import('./print.js');
    return printChat({ words, options, format, takesLines }, io);
  }
  // Errors are reported before anything is drawn.
  if (!options.demo) accessOf(io);
  if (io.columns === undefined) {
    throw new UserError('A chat needs a terminal.', {
      hint: 'Without a terminal, use print mode: unspool chat -p "…"',
      isUsage: true,
    });
  }
  const isPicked = options.resume === true && !options.forkSession;
  const { env, cwd, home } = io;
  return runTerminal({
    open: async () => {
      const { start } = await import('./start.js');
      const started = isPicked ? { ...options, resume: undefined } : options;
      return start(started, io, { entrypoint: 'cli', canAsk: true });
    },
    first: isPicked ? '/resume' : words.join(' '),
    world: { env, cwd, home, now: Date.now },
  });
}

function formatOf({
  outputFormat = 'text',
  inputFormat = 'text',
}: ChatCommandOptions): 'text' | 'json' | 'stream-json' {
  if (outputFormat !== 'text' && outputFormat !== 'json' && outputFormat !== 'stream-json') {
    throw new UserError(`There is no output format "${outputFormat}".`, {
      hint: 'Use text, json or stream-json.',
      isUsage: true,
    });
  }
  if (inputFormat !== 'text' && inputFormat !== 'stream-json') {
    throw new UserError(`There is no input format "${inputFormat}".`, {
      hint: 'Use text or stream-json.',
      isUsage: true,
    });
  }
  if (inputFormat === 'stream-json' && outputFormat !== 'stream-json') {
    throw new UserError('--input-format stream-json needs --output-format stream-json.', { isUsage: true });
  }
  return outputFormat;
}

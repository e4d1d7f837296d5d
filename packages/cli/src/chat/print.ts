import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { type PrintOptions, runPrint } from '@unspool/agent';
import type { Io } from '../io.js';
import { safe } from '../terminal/safe.js';
import type { ChatCommandOptions } from './command-options.js';
import { pipedText, promptOf } from './prompt.js';
import { shown } from './shown.js';
import { start } from './start.js';

export interface PrintRequest {
  words: string[];
  options: ChatCommandOptions;
  format: PrintOptions['format'];
  takesLines: boolean;
}

/** Without a terminal: the answer on stdout. */
export async function printChat(request: PrintRequest, io: Io): Promise<number> {
  const { words, options, format, takesLines } = request;
  const canAsk = options.permissionPromptTool === 'stdio';
  const chat = await start(options, io, { entrypoint: 'sdk-cli', canAsk });
  const stop = () => chat.interrupt();
  process.on('SIGINT', stop).on('SIGTERM', stop);
  try {
    return await runPrint({
      chat,
      prompt: takesLines ? undefined : promptOf(words, await pipedText(process.stdin)),
      lines: takesLines ? createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY }) : undefined,
      format,
      partial: options.includePartialMessages === true,
      replay: options.replayUserMessages === true,
      apiKeySource: options.demo ? 'none' : 'ANTHROPIC_API_KEY',
      out: (text) => io.out(io.columns === undefined ? text : shown(text, format)),
      err: (text) => io.err(safe(text)),
      newUuid: randomUUID,
    });
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    await chat.close();
  }
}

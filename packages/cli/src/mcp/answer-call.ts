import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ToolAnswer } from '@unspool/mcp';
import { callTool } from '@unspool/mcp/tools';
import { repositoryOf } from '@unspool/store';
import { withWrites } from '../blame/in-index.js';
import type { Io } from '../io.js';
import { pricesOf } from '../usage/own-prices.js';
import { UserError } from '../user-error.js';

export interface Call {
  name: string;
  args: { [name: string]: unknown };
}

/** Answers a tool call from an up-to-date index. A failure is an answer, too. */
export async function answerCall({ name, args }: Call, io: Io): Promise<ToolAnswer> {
  const now = Date.now();
  const asked = { ...io, now };
  try {
    return await withWrites(asked, (database, kept) =>
      callTool(name, args, { database, kept, project: projectAt(io), prices: pricesOf(asked), now }),
    );
  } catch (error) {
    const text =
      error instanceof UserError
        ? error.message
        : `Unspool failed: ${error instanceof Error ? error.message : String(error)}`;
    return { text, isError: true };
  }
}

/** The project that the client works on: the repository around its folder. */
function projectAt({ env, cwd }: Io): string {
  const start = env['CLAUDE_PROJECT_DIR'] || cwd;
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return repositoryOf(folder);
    if (folder === dirname(folder)) return start;
  }
}

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ToolAnswer } from '@unspool/mcp';
import { callTool, failure } from '@unspool/mcp/tools';
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
    const folder = io.env['CLAUDE_PROJECT_DIR'] || io.cwd;
    return await withWrites(asked, (database, kept) =>
      callTool(name, args, { database, kept, project: projectAt(folder), folder, prices: pricesOf(asked), now }),
    );
  } catch (error) {
    if (error instanceof UserError) return failure(error.message);
    return failure(`Unspool failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The project that the client works on: the repository around its folder. */
function projectAt(start: string): string {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return repositoryOf(folder);
    if (folder === dirname(folder)) return start;
  }
}

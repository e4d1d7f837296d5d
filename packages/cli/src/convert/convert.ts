import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, isAbsolute, join } from 'node:path';
import { AGENT_LABELS, type AgentName, type Client, TARGETS, targetNamed } from '@unspool/foreign';
import { editSourceOf, startFolderOf } from '@unspool/session/edit';
import { isSessionId } from '@unspool/session/locate';
import { pathOf, realPathOf } from '../edit/move.js';
import type { Io } from '../io.js';
import { agentLabel } from '../session/agent.js';
import { findSession } from '../session/find.js';
import { agentOfCopy } from '../session/folders.js';
import { judgedId } from '../session/judged-id.js';
import { keepHeapSmallFor } from '../session/small-heap.js';
import { safeLine } from '../terminal/safe.js';
import { UserError } from '../user-error.js';
import type { Convertible, ConvertOptions } from './order.js';
import { toClaude } from './to-claude.js';
import { toOther } from './to-other.js';

/** Makes a session of one agent out of a session of another. The source is only read. */
export async function convert(query: string, options: ConvertOptions, io: Io): Promise<number> {
  const to = clientNamed(options.to);
  const file = findSession(query, io);
  keepHeapSmallFor(file);
  const from = agentOfCopy(file, io) ?? 'claude';
  const id = judgedId(file);
  if (from === to) throw sameAgent(to, id);
  const cwd = folderFor(file, options, io);
  const convertible: Convertible = { source: editSourceOf(file, isSessionId(id) ? id : ANY_ID), from, cwd };
  const target = to === 'claude' ? undefined : targetNamed(to);
  const code = await inScratch((scratch) =>
    target ? toOther(convertible, target, options, io, scratch) : toClaude(convertible, options, io, scratch),
  );
  if (isAbsolute(cwd) && !existsSync(cwd)) io.err(`There is no folder ${safeLine(cwd)} yet.\n`);
  return code;
}

/** Nothing is seen in its place before it is whole and checked. */
async function inScratch<T>(work: (scratch: string) => Promise<T>): Promise<T> {
  const scratch = mkdtempSync(join(tmpdir(), 'unspool-convert-'));
  try {
    return await work(scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Other agents' ids may be no UUID, and the rules of a resume want one. */
const ANY_ID = '00000000-0000-4000-8000-000000000000';

const CLIENTS: readonly Client[] = ['claude', ...TARGETS.map(({ agent }) => agent)];

function clientNamed(name: string): Client {
  const lower = name.trim().toLowerCase();
  const client = CLIENTS.find((each) => each === lower);
  if (client !== undefined) return client;
  if (lower === 'atif') {
    throw new UserError('A trajectory is an export.', {
      hint: 'Use: unspool export SESSION --format atif',
      isUsage: true,
    });
  }
  const isRead = Object.hasOwn(AGENT_LABELS, lower);
  throw new UserError(
    isRead
      ? `Sessions of ${AGENT_LABELS[lower as AgentName]} are read, but not written.`
      : `There is no agent "${name}".`,
    { hint: `Use one of: ${CLIENTS.join(', ')}.`, isUsage: true },
  );
}

function sameAgent(client: Client, id: string): UserError {
  return new UserError(`This is already a session of ${agentLabel(client)}.`, {
    hint:
      client === 'claude'
        ? `Continue it with: claude --resume ${safeLine(id)}; copy it with: unspool clone ${safeLine(id)}`
        : `Continue it in ${agentLabel(client)}, or name another agent with --to.`,
  });
}

function folderFor(file: string, { cwd }: ConvertOptions, io: Io): string {
  if (cwd !== undefined) return realPathOf(pathOf(cwd, io));
  const own = startFolderOf(file);
  if (own !== undefined) return own;
  throw new UserError(`${safeLine(basename(file))} does not name the folder its agent worked in.`, {
    hint: 'Give the folder in which the new session continues: --cwd FOLDER',
  });
}

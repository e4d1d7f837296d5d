import { statSync } from 'node:fs';
import type { Origin } from '@unspool/foreign';
import { openSession, turnsOf } from '@unspool/session';
import { agentLabel } from '../session/agent.js';
import { plural } from '../terminal/numbers.js';
import { safeLine } from '../terminal/safe.js';

/** What is odd about another agent's session. Whether it resumes is for its own agent to say. */
export interface OtherAgentCheck {
  agent: string;
  sessionId: string;
  /** The agent's own file; the copy, if nothing says which one that is. */
  file: string;
  /** Whether anything was left out. */
  isWhole: boolean;
  turns: number;
  /** Records of the file that could not be read, with the first ones. */
  damaged: number;
  problems: readonly { where: string; message: string }[];
  /** Kinds of records that the reader does not know, with their numbers: the format may have changed. */
  unknown: Readonly<Record<string, number>>;
}

export function checkOtherAgent(copy: string, { agent, source, report }: Origin): OtherAgentCheck {
  const session = openSession(copy);
  const { damaged = 0, examples = [], unknown = {} } = report ?? {};
  return {
    agent,
    sessionId: session.sessionId,
    file: source !== undefined && statSync(source, { throwIfNoEntry: false }) ? source : copy,
    isWhole: damaged === 0 && Object.keys(unknown).length === 0,
    turns: turnsOf(session).turns.length,
    damaged,
    problems: examples,
    unknown,
  };
}

const SHOWN = 3;

/** The lines of the report, without the file's name. */
export function otherAgentLines(result: OtherAgentCheck): string[] {
  const { agent, sessionId, turns, damaged, problems, unknown } = result;
  const lines = [`a session of ${agentLabel(agent)} (${safeLine(sessionId)}), ${plural(turns, 'turn')}`];
  if (result.isWhole) lines.push('all of it was read');
  if (damaged > 0) lines.push(`${plural(damaged, 'record')} could not be read`);
  for (const { where, message } of problems.slice(0, SHOWN)) lines.push(`  ${safeLine(where)}: ${safeLine(message)}`);
  if (problems.length > SHOWN) lines.push(`  … and ${damaged - SHOWN} more`);
  for (const [kind, count] of Object.entries(unknown))
    lines.push(`unknown kind of record, left out: ${safeLine(kind)} ${count}×`);
  return lines;
}

import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type AgentName, type Client, type LeftOut, writeTakeOver } from '@unspool/foreign';
import type { Redactor } from '@unspool/redact';
import type { Source } from '../edit/source.js';

export interface TakeOverOptions {
  from: AgentName;
  to: Client;
  cwd: string;
  scratch: string;
  redactor?: Redactor | undefined;
}

export interface TakenOver {
  file: string;
  left: LeftOut;
}

/** Another agent's session and its sub-agents, without what only its own client and model understand. */
export function takenOver({ file, family }: Source, options: TakeOverOptions): TakenOver {
  const { from, to, cwd, scratch, redactor } = options;
  const sessionId = randomUUID();
  const project = join(scratch, 'taken', 'projects', 'project');
  const clean = redactor && { clean: <Value>(entry: Value) => redactor.redactValue(entry) };
  const order = { from, to, cwd, sessionId, ...clean };
  const main = join(project, `${sessionId}.jsonl`);
  const left = writeTakeOver(file, main, order);
  for (const agent of family.agents) {
    const place = join(project, sessionId, 'subagents', basename(agent.file));
    left.thinking += writeTakeOver(agent.file, place, order).thinking;
    const note = agent.metaFile;
    if (note !== undefined) copyNote(note, place.replace(/\.jsonl$/, '.meta.json'), redactor);
  }
  return { file: main, left };
}

function copyNote(from: string, to: string, redactor: Redactor | undefined): void {
  const text = readFileSync(from, 'utf8');
  writeFileSync(to, redactor ? redactor.redactText(text) : text);
}

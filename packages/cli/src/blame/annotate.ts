import { createHash } from 'node:crypto';
import { GitError, git, type Writer, type WrittenCommit, type WrittenLine } from '@unspool/store';
import { UserError } from '../user-error.js';
import { version } from '../version.js';
import { appLink } from './link.js';

/** A record of Agent Trace 0.1.0 (github.com/cursor/agent-trace). */
export interface AgentTrace {
  version: '0.1.0';
  id: string;
  timestamp: string;
  vcs?: { type: 'git'; revision: string };
  tool: { name: 'unspool'; version: string };
  files: TracedFile[];
}

interface TracedFile {
  path: string;
  conversations: Conversation[];
}

interface Conversation {
  url: string;
  contributor: { type: 'ai' };
  ranges: { start_line: number; end_line: number }[];
  related: { type: string; url: string }[];
}

export const NOTES = 'refs/notes/agent-trace';

export function commitTrace(commit: WrittenCommit, now: number): AgentTrace {
  const lines = commit.added.map((line, at) => ({ ...line, writer: commit.writers[at] }));
  return { ...traceOf(lines, now, commit.id), vcs: { type: 'git', revision: commit.id } };
}

export function fileTrace(path: string, lines: readonly WrittenLine[], now: number): AgentTrace {
  return traceOf(
    lines.map(({ number, writer }) => ({ path, number, writer })),
    now,
    path,
  );
}

/** Adds the record to the commit as a note, or replaces an earlier record. Returns the command that undoes this. */
export function noteTrace(folder: string, commit: string, trace: AgentTrace): string {
  const notes = (args: readonly string[], input?: string) =>
    git(folder, ['notes', `--ref=${NOTES}`, ...args], { input });
  const old = noteOf(commit, notes);
  if (old && !isRecord(old.text)) {
    throw new UserError(`Commit ${commit.slice(0, 10)} has a note in ${NOTES} that Unspool did not write.`, {
      hint: `Nothing was changed. See it: git notes --ref=${NOTES} show ${commit}`,
    });
  }
  notes(['add', ...(old ? ['--force'] : []), '--file=-', commit], JSON.stringify(trace));
  return `git notes --ref=${NOTES} ${old ? `add --force -C ${old.id}` : 'remove'} ${commit}`;
}

function noteOf(commit: string, notes: (args: readonly string[]) => string): { id: string; text: string } | undefined {
  try {
    return { id: notes(['list', commit]).trim(), text: notes(['show', commit]) };
  } catch (error) {
    if (error instanceof GitError) return undefined;
    throw error;
  }
}

/** Whether a note is nothing but a record of ours. */
function isRecord(text: string): boolean {
  try {
    const { tool }: Partial<AgentTrace> = JSON.parse(text);
    return tool?.name === 'unspool';
  } catch {
    return false;
  }
}

interface TracedLine {
  path: string;
  number: number;
  writer: Writer | undefined;
}

function traceOf(lines: readonly TracedLine[], now: number, name: string): AgentTrace {
  const files = new Map<string, Map<string, Conversation>>();
  for (const { path, number, writer } of lines) {
    if (!writer) continue;
    const conversations = files.get(path) ?? new Map<string, Conversation>();
    files.set(path, conversations);
    const key = `${writer.sessionId} ${writer.turn} ${writer.agentId ?? ''}`;
    const conversation = conversations.get(key) ?? conversationOf(writer);
    conversations.set(key, conversation);
    const last = conversation.ranges.at(-1);
    if (last && last.end_line === number - 1) last.end_line = number;
    else conversation.ranges.push({ start_line: number, end_line: number });
  }
  const traced = [...files].map(([path, conversations]) => ({ path, conversations: [...conversations.values()] }));
  return {
    version: '0.1.0',
    id: idOf(JSON.stringify([name, now, traced])),
    timestamp: new Date(now).toISOString(),
    tool: { name: 'unspool', version },
    files: traced,
  };
}

/** The address names the session and no machine. */
function conversationOf({ sessionId, turn }: Writer): Conversation {
  const url = `unspool:${appLink(sessionId, turn)}`;
  return {
    url,
    contributor: { type: 'ai' },
    ranges: [],
    related: [{ type: 'session', url: `unspool:/s/${sessionId}` }],
  };
}

/** A UUID derived from the content. */
function idOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

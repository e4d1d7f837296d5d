import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Block,
  type Entry,
  familyOf,
  forEachUsage,
  isText,
  isToolResult,
  isToolUse,
  type Node,
  openSession,
  type Session,
  textOf,
  titleOf,
  turnsOf,
} from '@unspool/session';
import { ADAPTERS, type Adapter, openForeign } from '../../src/index.js';

/** The content of a session's copy, as short lines that a test can compare. */
export interface Story {
  title: string;
  turns: number;
  lines: string[];
  /** The lines of the branch that ends with the last entry. */
  tip: string[];
  /** Tokens: input, output, cache reads, cache writes. */
  tokens: number[];
  subAgents: string[][];
  /** How many there are in the conversation. */
  images: number;
  /** The ids by which usage is counted. */
  replyIds: string[];
}

export interface ReportedStory extends Story {
  agent: string;
  damaged: number;
  unknown: string[];
}

/** The stories of the sessions in a file of another agent. */
export function storiesOf(file: string, adapters: readonly Adapter[] = ADAPTERS): ReportedStory[] {
  const root = mkdtempSync(join(tmpdir(), 'unspool-story-'));
  try {
    const opened = openForeign(file, adapters, root);
    if (!opened) throw new Error(`no adapter reads ${file}`);
    const [problem] = opened.problems;
    if (problem) throw new Error(problem.message);
    const { damaged = 0, unknown = {} } = opened.made?.report ?? {};
    return opened.sessions.map((each) => ({
      agent: opened.adapter.name,
      ...storyOf(each),
      damaged,
      unknown: Object.keys(unknown),
    }));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** The story of one copy. */
export function storyOf(file: string): Story {
  const session = openSession(file);
  return {
    title: titleOf(session).text,
    turns: turnsOf(session).turns.length,
    lines: linesOf(session, session.nodes),
    tip: linesOf(session, tipOf(session)),
    tokens: tokensOf(file),
    images: session.nodes.reduce((count, node) => count + imagesIn(session.read(node)), 0),
    replyIds: replyIdsOf(file),
    subAgents: familyOf(file).agents.map((agent) => {
      const opened = openSession(agent.file);
      return linesOf(opened, opened.nodes);
    }),
  };
}

function tipOf({ nodes }: Session): Node[] {
  const byUuid = new Map(nodes.map((node) => [node.uuid, node]));
  const branch: Node[] = [];
  for (let node = nodes.findLast(({ uuid }) => uuid !== undefined); node; node = byUuid.get(node.parentUuid ?? '')) {
    branch.unshift(node);
  }
  return branch;
}

function tokensOf(file: string): number[] {
  const latest = new Map<string, number[]>();
  forEachUsage(file, ({ key = '', input, output, cacheRead, cacheWrite5m, cacheWrite1h }) => {
    latest.set(key, [input, output, cacheRead, cacheWrite5m + cacheWrite1h]);
  });
  return [...latest.values()].reduce((all, each) => all.map((sum, at) => sum + (each[at] ?? 0)), [0, 0, 0, 0]);
}

function replyIdsOf(file: string): string[] {
  const ids = new Set<string>();
  forEachUsage(file, ({ key }) => ids.add(key ?? ''));
  return [...ids];
}

function linesOf(session: Session, nodes: readonly Node[]): string[] {
  return nodes.flatMap((node) => lines(session.read(node)));
}

function lines(entry: Entry): string[] {
  const { message, isMeta, subtype, toolUseResult } = entry as EntryParts;
  if (entry.type === 'system') return [`system: ${subtype}`];
  if (entry.type === 'user') return userLines(message?.content, isMeta ? 'injected' : 'user', writtenBy(toolUseResult));
  if (entry.type !== 'assistant') return [];
  const content = message?.content ?? [];
  return typeof content === 'string' ? [`model: ${short(content)}`] : content.map(replyLine);
}

interface EntryParts {
  message?: { content?: string | Block[] };
  isMeta?: boolean;
  subtype?: string;
  toolUseResult?: { filePath?: string; files?: { filePath: string }[] };
}

function imagesIn(entry: Entry): number {
  const content = (entry as EntryParts).message?.content ?? [];
  return typeof content === 'string' ? 0 : content.filter(({ type }) => type === 'image').length;
}

function writtenBy(noted: EntryParts['toolUseResult']): string {
  const files = noted?.files ?? (noted?.filePath === undefined ? [] : [{ filePath: noted.filePath }]);
  return files.map(({ filePath }) => ` [wrote ${filePath}]`).join('');
}

function userLines(content: string | Block[] | undefined, label: string, written: string): string[] {
  const results = Array.isArray(content) ? content.filter(isToolResult) : [];
  if (results.length === 0) return [`${label}: ${short(textOf(content))}`];
  return results.map((result) => {
    const text = short(textOf(result.content as string | Block[]));
    return `${result.is_error ? 'failed' : 'result'}: ${text}${written}`;
  });
}

function replyLine(block: Block): string {
  if (isText(block)) return `model: ${short(block.text)}`;
  if (isToolUse(block)) return `call: ${block.name} ${short(JSON.stringify(block.input))}`;
  return String(block.type);
}

function short(text: string): string {
  const line = text.replaceAll('\n', '⏎');
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}

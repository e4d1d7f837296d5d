import { type Entry, isProgress } from '../format/entry.js';
import { isObject } from '../read/json.js';
import type { JsonObject, Line } from '../read/line.js';
import { copyOfNode } from './make-node.js';
import { indexByUuid } from './membership.js';
import type { Node } from './node.js';
import { type Session, sessionOf } from './session.js';
import type { ToolCall } from './turn.js';

/** Facts about a sub-agent's file that are available before it is opened. */
export interface AgentSource {
  agentId: string;
  /** From its `.meta.json`, in new versions. */
  toolUseId?: string;
  /** The first words in its file. */
  prompt?: string;
}

/**
 * Determines which call started which sub-agent, by agent id. In order of trust: the agent's own note, the id in the
 * call's result, the prompt it was given. Agents with the same prompt take their calls in order.
 */
export function linkAgents(calls: Iterable<ToolCall>, agents: readonly AgentSource[]): Map<string, string> {
  const links = new Map<string, string>();
  const all: ToolCall[] = [];
  const ids = new Set<string>();
  const byResult = new Map<string, string>();
  for (const call of calls) {
    all.push(call);
    ids.add(call.id);
    if (call.result?.agentId) byResult.set(call.result.agentId, call.id);
  }
  for (const { agentId, toolUseId } of agents) {
    const id = toolUseId !== undefined && ids.has(toolUseId) ? toolUseId : byResult.get(agentId);
    if (id !== undefined) links.set(agentId, id);
  }
  const taken = new Set(links.values());
  for (const { agentId, prompt } of agents) {
    if (links.has(agentId) || prompt === undefined) continue;
    const call = all.find((at) => !taken.has(at.id) && at.prompt !== undefined && at.prompt.trim() === prompt.trim());
    if (!call) continue;
    links.set(agentId, call.id);
    taken.add(call.id);
  }
  return links;
}

/** A sub-agent whose lines are inside another session's file. */
export interface InnerAgent {
  agentId: string | undefined;
  /** The call that started it, if the file names it. */
  toolUseId: string | undefined;
  session: Session;
}

/** Finds sub-agents of the first client versions: side chains in the main file. */
export function sidechainsOf(session: Session): InnerAgent[] {
  const side = session.nodes.filter((node) => node.isSidechain);
  if (side.length === 0 || side.length === session.nodes.length) return [];
  const byUuid = indexByUuid(side);
  const chains = new Map<Node, Node[]>();
  for (const node of side) {
    const root = rootOf(node, byUuid);
    const chain = chains.get(root);
    if (chain) chain.push(node);
    else chains.set(root, [node]);
  }
  return [...chains].map(([root, nodes]) => ({
    agentId: root.extra?.agentId,
    toolUseId: undefined,
    session: partOf(session, nodes),
  }));
}

/** Finds sub-agents that survive only in the progress lines of the call that started them. */
export function progressAgentsOf(session: Session): InnerAgent[] {
  const lines = new Map<string, { agentId: string | undefined; lines: Line[] }>();
  for (const node of session.nodes) {
    const { parentToolUseID, agentId } = node.extra ?? {};
    if (node.subtype !== 'agent_progress' || parentToolUseID === undefined) continue;
    const message = embeddedLine(session.read(node));
    if (!message) continue;
    const agent = lines.get(parentToolUseID) ?? { agentId, lines: [] };
    lines.set(parentToolUseID, agent);
    const { line: number, byte, length } = node.place;
    agent.lines.push({ number, byte, length, bytes: undefined, state: 'whole', objects: [message], problems: [] });
  }
  return [...lines].map(([toolUseId, agent]) => ({
    agentId: agent.agentId,
    toolUseId,
    session: sessionOf(agent.lines, agent.agentId ?? toolUseId),
  }));
}

function embeddedLine(entry: Entry): JsonObject | undefined {
  if (!isProgress(entry)) return undefined;
  const { message } = entry.data;
  return isObject(message) ? message : undefined;
}

function rootOf(node: Node, byUuid: ReadonlyMap<string, Node>): Node {
  const passed = new Set<Node>();
  let at = node;
  for (;;) {
    passed.add(at);
    const parent = typeof at.parentUuid === 'string' ? byUuid.get(at.parentUuid) : undefined;
    if (!parent || passed.has(parent)) return at;
    at = parent;
  }
}

/** Returns some nodes of a session as a session of their own. Their places in the file are unchanged. */
function partOf(session: Session, nodes: readonly Node[]): Session {
  const own = nodes.map((node, index) => copyOfNode(node, { index }));
  const read = (node: Node) => session.read(nodes[node.index] ?? node);
  return { ...session, nodes: own, read, entries: () => own.map((node): [Node, Entry] => [node, read(node)]) };
}

import { statSync } from 'node:fs';
import type { Origin } from '@unspool/foreign';
import {
  type Agent,
  agentTree,
  branchesOf,
  type ListFacts,
  openSession,
  type Session,
  scanList,
} from '@unspool/session';
import { type ClientArchive, clientArchiveOf, wholeFamilyOf } from '@unspool/session/locate';
import type { BranchPoint } from '@unspool/session/model';
import { judgeResume, type ResumeVerdict } from '@unspool/session/resume';
import type { Io } from '../io.js';
import { originOfCopy } from '../session/folders.js';
import { judgedId } from '../session/judged-id.js';
import { type Conversation, conversationOf } from './conversation.js';

/** Everything about a session that is needed before its first turn is shown. */
export interface ShownSession {
  file: string;
  size: number;
  facts: ListFacts;
  archivedInClient: ClientArchive | null;
  models: string[];
  verdict: ResumeVerdict;
  /** The agent whose session it is, if not Claude Code. */
  origin: Origin | undefined;
  main: Conversation;
  branches: BranchPoint[];
  lostAgents: Agent[];
  hiddenAgents: number;
}

export function openShown(file: string, io: Io, nameOf = (path: string) => path): ShownSession {
  const { size } = statSync(file);
  const session = openSession(file, { sessionId: judgedId(file) });
  // Before the turns are built: both at the same time would take the most memory.
  const verdict = judgeResume(session, file);
  const family = wholeFamilyOf(file);
  const facts = scanList({ main: file, agents: family.agents.map((agent) => agent.file) });
  const tree = agentTree(session, family, file);
  const main = conversationOf({
    session,
    file,
    cwd: facts.cwd,
    nameOf,
    agentsOf: (callId) => tree.started.get(callId) ?? [],
  });
  return {
    file: nameOf(file),
    size,
    facts,
    archivedInClient: clientArchiveOf(file) ?? null,
    models: modelsOf(session),
    verdict,
    origin: originOfCopy(file, io),
    main,
    branches: branchesOf(main.turns),
    lostAgents: tree.lost,
    hiddenAgents: tree.hidden,
  };
}

/** Opens a sub-agent to show it. */
export function openAgent(agent: Agent, { cwd, nameOf }: Conversation): Conversation {
  return conversationOf({
    session: agent.open(),
    file: agent.file,
    cwd,
    nameOf,
    agentsOf: (callId) => agent.started.get(callId) ?? [],
  });
}

function modelsOf(session: Session): string[] {
  const models = new Set<string>();
  for (const { reply } of session.nodes) {
    if (reply?.model !== undefined && reply.model !== '<synthetic>') models.add(reply.model);
  }
  return [...models];
}

import { type AgentName, trajectoryPieces } from '@unspool/foreign';
import { createRedactor } from '@unspool/redact';
import { agentTree, familyOf, openSession, readLines, titleOf } from '@unspool/session';
import { cwdOf } from '@unspool/session/locate';
import type { Sink } from '@unspool/session/write';
import type { LinesOptions } from './lines.js';

/** A session as an ATIF trajectory. The format has no place for what cannot be read. */
export function exportTrajectory(
  file: string,
  { turns, isRedacted, agent, id }: LinesOptions & { agent: AgentName | undefined; id: string },
  sink: Sink,
): void {
  const session = openSession(file, { sessionId: id });
  const { redactValue } = createRedactor();
  const pieces = trajectoryPieces({
    session,
    started: agentTree(session, familyOf(file), file).started,
    agent: { name: NAMES[agent ?? ''] ?? agent ?? 'claude-code', version: versionIn(file) ?? 'unknown' },
    title: titleOf(session).text,
    cwd: cwdOf(file),
    turns,
    notes: isRedacted ? 'Exported with Unspool; what looked like a secret is hidden.' : 'Exported with Unspool.',
    ...(isRedacted && { clean: redactValue }),
  });
  for (const piece of pieces) sink.write(Buffer.from(piece));
}

/** What the format calls agents whose own names are too short to tell. */
const NAMES: Readonly<Record<string, string>> = { gemini: 'gemini-cli', copilot: 'copilot-cli', qwen: 'qwen-code' };

/** The version that the first lines name. */
const MAX_LINES = 50;

function versionIn(file: string): string | undefined {
  let count = 0;
  for (const { objects } of readLines(file)) {
    for (const { version } of objects) if (typeof version === 'string' && version !== '') return version;
    if (++count >= MAX_LINES) return undefined;
  }
  return undefined;
}

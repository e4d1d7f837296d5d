import { statSync } from 'node:fs';
import type { Family } from '../locate/family.js';
import { openSession } from '../model/open-session.js';
import type { Session } from '../model/session.js';
import { lineLimit } from '../read/split.js';

/** A line above the reader's limit: its content is unknown. */
export interface LongLine {
  file: string;
  line: number;
}

/** The long lines of a session and its sub-agents. */
export function longLinesOf(file: string, session: Session, family: Family): LongLine[] {
  return [
    ...longLinesIn(file, session),
    ...family.agents
      .filter((agent) => statSync(agent.file).size > lineLimit({}))
      .flatMap((agent) => longLinesIn(agent.file, openSession(agent.file))),
  ];
}

function longLinesIn(file: string, { problems }: Session): LongLine[] {
  return problems.filter(({ kind }) => kind === 'too_long').map(({ line }) => ({ file, line }));
}

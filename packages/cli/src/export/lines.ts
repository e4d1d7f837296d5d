import { closeSync, mkdtempSync, openSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRedactor } from '@unspool/redact';
import { openSession, readLines, type Session, turnsOf } from '@unspool/session';
import { type EditPlan, planCut, planRedact, writeEdit } from '@unspool/session/edit';
import { copyRange, FileSink, nameFailure, type Sink } from '@unspool/session/write';
import { UserError } from '../user-error.js';

export interface LinesOptions {
  turns: ReadonlySet<number> | undefined;
  isRedacted: boolean;
}

/** The session's own lines: unchanged, or only some turns and without secrets. The client can resume them. */
export function exportLines(file: string, { turns, isRedacted }: LinesOptions, sink: Sink): void {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-export-'));
  try {
    let from = file;
    if (turns) from = edited(from, join(folder, 'turns.jsonl'), (session) => planOnly(session, turns));
    if (isRedacted) {
      const redactor = createRedactor();
      const plan = (session: Session) => {
        mustBeReadable(file, session);
        return planRedact(session, readLines(from), (entry) => redactor.redactValue(entry));
      };
      from = edited(from, join(folder, 'redacted.jsonl'), plan);
    }
    copyRange(from, { byte: 0, length: statSync(from).size }, sink);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Lines that are too long to read cannot be searched for secrets. */
function mustBeReadable(file: string, { problems }: Session): void {
  const long = problems.find((problem) => problem.kind === 'too_long');
  if (!long) return;
  throw new UserError(`Line ${long.line} of ${file} is too long to search for secrets.`, {
    hint: 'Export to html or md, or check the line yourself and use --no-redact.',
  });
}

function planOnly(session: Session, wanted: ReadonlySet<number>): EditPlan {
  const turns = turnsOf(session);
  const others = turns.turns.map((turn) => turn.number).filter((number) => !wanted.has(number));
  return planCut(session, turns, new Set(others));
}

function edited(from: string, to: string, plan: (session: Session) => EditPlan): string {
  const session = openSession(from);
  const fd = openSync(to, 'wx', 0o600);
  try {
    const sink = new FileSink(fd);
    writeEdit({ file: from, nodes: session.nodes }, plan(session), sink);
    sink.flush();
  } catch (error) {
    throw nameFailure(error, to);
  } finally {
    closeSync(fd);
  }
  return to;
}

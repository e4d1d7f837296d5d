import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Finding, planRepair, type Repair, writeEdit } from '../../../src/edit.js';
import { checkFile, openSession, readLines, resume, type Session } from '../../../src/index.js';
import type { FileCheck } from '../../../src/resume.js';
import { writeNewFile } from '../../../src/write.js';

export const ID = '00000000-0000-4000-8000-000000000001';

export interface Repaired {
  repair: Repair;
  before: string[];
  after: string[];
  text: string;
  check: FileCheck;
  /** Returns what a second repair finds. */
  left: Finding[];
}

let count = 0;
export const newUuid = () => `99999999-0000-4000-8000-${String(++count).padStart(12, '0')}`;

/** Repairs a text, writes the result to a file and reads it back. */
export function repairText(source: string | Uint8Array, isWanted?: (finding: Finding) => boolean): Repaired {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-repair-'));
  try {
    const file = join(folder, `${ID}.jsonl`);
    writeFileSync(file, source);
    return repairFile(file, ID, isWanted);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function repairFile(file: string, sessionId: string, isWanted?: (finding: Finding) => boolean): Repaired {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-result-'));
  const to = join(folder, `${sessionId}.jsonl`);
  try {
    const session = openSession(file, { sessionId });
    const lastWritten = statSync(file).mtimeMs;
    const repair = planRepair(session, readLines(file), { newUuid, lastWritten, ...(isWanted && { isWanted }) });
    writeNewFile(to, (sink) => writeEdit({ file, nodes: session.nodes }, repair.plan, sink));
    const result = openSession(to, { sessionId });
    return {
      repair,
      before: wordsSent(session),
      after: wordsSent(result),
      text: readFileSync(to, 'utf8'),
      check: checkFile(to, { sessionId }),
      left: planRepair(result, readLines(to), { newUuid }).findings,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Text that the client inserts for missing parts, which a repair may make unnecessary. */
const PLACEHOLDER = /^(\(no content\)|No response requested\.|\[(Tool (result|use|call)|Orphaned tool result).*)$/;

/** Returns every text, call and result that a resume sends. */
export function wordsSent(session: Session): string[] {
  return resume(session)
    .messages.flatMap((message) => message.content)
    .flatMap((block) => {
      const { text, id, tool_use_id, content } = block as { [key: string]: unknown };
      if (block.type === 'text') return [String(text).trim()];
      if (block.type === 'tool_use') return [`call ${id}`];
      if (block.type === 'tool_result' && !PLACEHOLDER.test(String(content))) return [`result ${tool_use_id}`];
      return [];
    })
    .filter((words) => !PLACEHOLDER.test(words));
}

/** Returns the words of the first list that are not in the second. */
export function missingFrom(before: readonly string[], after: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const words of after) left.set(words, (left.get(words) ?? 0) + 1);
  return before.filter((words) => {
    const count = left.get(words) ?? 0;
    left.set(words, count - 1);
    return count <= 0;
  });
}

export function kindsOf({ repair }: Repaired): string[] {
  return repair.findings.map((finding) => finding.kind);
}

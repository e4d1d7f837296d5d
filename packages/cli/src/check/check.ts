import { statSync } from 'node:fs';
import { checkFile, type LineProblem } from '@unspool/session';
import { isEmptyDrift } from '@unspool/session/read';
import { type FileCheck, faultsText, isWholeResume, verdictText } from '@unspool/session/resume';
import type { Io } from '../io.js';
import { originOfCopy } from '../session/folders.js';
import { judgedId } from '../session/judged-id.js';
import { openReadable, type ReadableSession } from '../session/readable-session.js';
import { type Colours, colours } from '../terminal/colour.js';
import { plural } from '../terminal/numbers.js';
import { safe, safeLine } from '../terminal/safe.js';
import { type Span, wrapSpans } from '../terminal/wrap.js';
import { UserError } from '../user-error.js';
import { checkInLittleMemory } from './check-in-little-memory.js';

import { checkOtherAgent, type OtherAgentCheck, otherAgentLines } from './other-agent.js';

const HUGE = 64 * 1024 * 1024;

export interface CheckOptions {
  json?: boolean;
}

/** Reports whether files resume and what is wrong with them. Returns 1 if one does not resume. */
export async function check(queries: readonly string[], options: CheckOptions, io: Io): Promise<number> {
  const checks: (FileCheck | OtherAgentCheck)[] = [];
  let hasFailed = false;
  for (const query of queries) {
    const result = await checkOne(query, io);
    if (result === undefined) {
      hasFailed = true;
      continue;
    }
    checks.push(result);
    if (!options.json) io.out(report(result, io));
  }
  if (options.json) io.out(`${JSON.stringify(checks, null, 2)}\n`);
  return !hasFailed && checks.every((result) => 'agent' in result || result.resumes) ? 0 : 1;
}

async function checked({ file, nameOf, close }: ReadableSession, io: Io): Promise<FileCheck | OtherAgentCheck> {
  try {
    const origin = originOfCopy(file, io);
    if (origin) return checkOtherAgent(file, origin);
    const sessionId = judgedId(file);
    const isHuge = statSync(file).size > HUGE;
    const result = isHuge ? await checkInLittleMemory(file, sessionId) : checkFile(file, { sessionId });
    return { ...result, file: nameOf(file) };
  } finally {
    close();
  }
}

/** A file that cannot be found or read is reported, and the others are still checked. */
async function checkOne(query: string, io: Io): Promise<FileCheck | OtherAgentCheck | undefined> {
  try {
    return await checked(openReadable(query, io), io);
  } catch (error) {
    const failure = error instanceof UserError ? error : unreadable(query, error);
    if (!failure) throw error;
    io.err(`${colours(io.hasColour).red('error:')} ${safe(failure.message)}\n`);
    return undefined;
  }
}

const NOT_READ: Record<string, string | undefined> = {
  EACCES: "Check the file's permissions (chmod u+r), or run this as its owner.",
  EPERM: "Check the file's permissions, or run this as its owner.",
  EISDIR: 'Give the path of a session file, or the id of a session.',
  ENOENT: 'The file was removed while it was read. Check again.',
  EIO: 'The disk gave an error. Copy the file elsewhere and check the copy.',
};

/** The system's message. Other errors are bugs of ours. */
function unreadable(query: string, error: unknown): UserError | undefined {
  const { code, path, message } = error as NodeJS.ErrnoException;
  const hint = NOT_READ[code ?? ''];
  if (hint === undefined) return undefined;
  return new UserError(`${path ?? query} cannot be read.`, { why: message, hint });
}

function report(result: FileCheck | OtherAgentCheck, io: Io): string {
  const paint = colours(io.hasColour);
  if ('agent' in result) {
    const failure = otherAgentLines(result).map((text) => indented([{ text }], io));
    return `${safeLine(result.file)}\n${failure.join('')}`;
  }
  const { lines } = result;
  const out: Span[][] = [
    [
      {
        text: verdictText(result),
        paint: isWholeResume(result) ? paint.green : result.resumes ? paint.yellow : paint.red,
      },
    ],
  ];
  const faults = faultsText(result);
  if (faults !== undefined) out.push([{ text: faults, paint: paint.yellow }]);
  for (const reason of result.reasons) out.push([{ text: safeLine(reason.message) }]);
  const parts: Span[] = [{ text: `${plural(lines.total, 'line')}, ${lines.read.toLocaleString('en-US')} read` }];
  if (lines.skipped > 0) parts.push({ text: ', ' }, { text: `${lines.skipped} skipped`, paint: paint.yellow });
  if (lines.blank > 0) parts.push({ text: `, ${lines.blank} blank` });
  if (lines.recovered > 0) parts.push({ text: `, ${plural(lines.recovered, 'object')} recovered from damaged lines` });
  out.push(parts);
  if (!result.roundTrip)
    out.push([{ text: 'reading and writing this file would change its bytes; please report this', paint: paint.red }]);
  out.push(...problems(result, paint), ...unknown(result));
  // The path is not wrapped, so that it can be copied.
  return `${safeLine(result.file)}\n${out.map((spans) => indented(spans, io)).join('')}`;
}

const INDENT = '  ';

function indented(spans: readonly Span[], io: Io): string {
  const columns = io.columns === undefined ? Number.POSITIVE_INFINITY : io.columns - INDENT.length;
  return wrapSpans(spans, columns)
    .map((line) => `${INDENT}${line}\n`)
    .join('');
}

const SHOWN_OF_A_KIND = 3;

function problems(result: FileCheck, paint: Colours): Span[][] {
  return [...groupByKind(result.problems)].flatMap(([kind, found]) => {
    const count = result.problemCounts[kind] ?? found.length;
    const say = (text: string): Span[] => [{ text: kind, paint: paint.yellow }, { text: ` ${text}` }];
    const shown = found
      .slice(0, SHOWN_OF_A_KIND)
      .map((problem) => say(`line ${problem.line}, byte ${problem.byte}: ${problem.message}`));
    if (count > shown.length) shown.push(say(`… and ${count - shown.length} more`));
    return shown;
  });
}

function groupByKind(found: readonly LineProblem[]): Map<LineProblem['kind'], LineProblem[]> {
  const groups = new Map<LineProblem['kind'], LineProblem[]>();
  for (const problem of found) groups.set(problem.kind, [...(groups.get(problem.kind) ?? []), problem]);
  return groups;
}

function unknown(result: FileCheck): Span[][] {
  if (isEmptyDrift(result.unknown)) return [];
  return Object.entries(result.unknown).flatMap(([group, seen]) =>
    Object.entries(seen).map(([name, { count, versions }]): Span[] => [
      { text: `unknown ${group.slice(0, -1)} ${safeLine(name)}: ${count}× (client ${safeLine(versions.join(', '))})` },
    ]),
  );
}

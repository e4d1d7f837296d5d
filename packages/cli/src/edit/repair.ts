import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { readLines } from '@unspool/session';
import { type Finding, kindTitles, planRepair, type Repair, type RepairKind, repairKinds } from '@unspool/session/edit';
import type { Io } from '../io.js';
import { colours } from '../terminal/colour.js';
import { plural } from '../terminal/numbers.js';
import { safeLine } from '../terminal/safe.js';
import { UserError } from '../user-error.js';
import { type EditOptions, runEdit } from './run-edit.js';
import { refuseLive, type Source, sourceOf } from './source.js';

export interface RepairFlags extends EditOptions {
  only?: string[];
  list?: boolean;
}

/** Finds what is wrong with a session and repairs all of it, or only the kinds that were named. */
export async function repair(query: string, flags: RepairFlags, io: Io): Promise<number> {
  const isWanted = wantedBy(flags.only);
  const source = sourceOf(query, io);
  const { plan, findings } = repairOf(source, isWanted);
  if (findings.length === 0) {
    if (!flags.list && !flags.dryRun) refuseLive(source.file, io);
    if (flags.json) io.out(`${JSON.stringify({ what: plan.what, changed: false, findings, notes: plan.notes })}\n`);
    else io.out(nothingToRepair(plan.notes));
    return 0;
  }
  if (flags.list && flags.json) {
    io.out(`${JSON.stringify({ file: source.file, findings }, null, 2)}\n`);
    return 0;
  }
  if (!flags.json) printFindings(findings, io);
  if (flags.list) {
    for (const note of plan.notes) io.err(`${safeLine(note)}\n`);
    const session = safeLine(/\s/.test(query) ? JSON.stringify(query) : query);
    io.err(`To repair all: unspool repair ${session}. To repair only one: --only KIND:LINE\n`);
    return 0;
  }
  return runEdit({ query: source, plan: () => plan, details: { findings }, options: flags }, io);
}

function nothingToRepair(notes: readonly string[]): string {
  if (notes.length === 0) return 'Nothing to repair.\n';
  return `Nothing to repair in the lines that could be read.\n${notes.map((note) => `${safeLine(note)}\n`).join('')}`;
}

function repairOf({ session, file }: Source, isWanted: ((finding: Finding) => boolean) | undefined): Repair {
  const lastWritten = statSync(file).mtimeMs;
  return planRepair(session, readLines(file), { newUuid: randomUUID, lastWritten, ...(isWanted && { isWanted }) });
}

/** `glued` for all of a kind, `glued:12` for the one on line 12. */
function wantedBy(only: readonly string[] | undefined): ((finding: Finding) => boolean) | undefined {
  if (!only) return undefined;
  const wanted = new Set(only.flatMap((each) => each.split(',')).map((each) => each.trim()));
  for (const each of wanted) {
    const match = /^([a-z-]+)(:\d+)?$/.exec(each);
    if (match && repairKinds.includes(match[1] as RepairKind)) continue;
    throw new UserError(`There is no kind of damage "${each}".`, {
      hint: `Use one of these, or KIND:LINE for a single place: ${repairKinds.join(', ')}`,
      isUsage: true,
    });
  }
  return ({ kind, line }) => wanted.has(kind) || wanted.has(`${kind}:${line}`);
}

const SHOWN_OF_A_KIND = 10;

function printFindings(findings: readonly Finding[], io: Io): void {
  const paint = colours(io.hasColour);
  for (const kind of repairKinds) {
    const own = findings.filter((finding) => finding.kind === kind);
    if (own.length === 0) continue;
    io.out(`${paint.bold(kind)}  ${kindTitles[kind]}, ${plural(own.length, 'place')}\n`);
    for (const { line, byte, what, repair: how } of own.slice(0, SHOWN_OF_A_KIND)) {
      io.out(`  line ${line} (byte ${byte})  ${safeLine(what)}\n    → ${safeLine(how)}\n`);
    }
    if (own.length > SHOWN_OF_A_KIND) io.out(`  … and ${own.length - SHOWN_OF_A_KIND} more\n`);
  }
}

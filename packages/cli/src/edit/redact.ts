import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Origin } from '@unspool/foreign';
import { createRedactor, type RedactionReport } from '@unspool/redact';
import { type FamilyRedaction, planFamilyRedaction, sideFilesOf } from '@unspool/session/edit';
import { dataFolder } from '@unspool/store';
import type { Io } from '../io.js';
import { agentLabel } from '../session/agent.js';
import { copiesFolder, originOfCopy } from '../session/folders.js';
import { plural } from '../terminal/numbers.js';
import { safeLine } from '../terminal/safe.js';
import { table } from '../terminal/table.js';
import { UserError } from '../user-error.js';
import { refuseOtherAgent } from './other-agent.js';
import { shellWord } from './resume-command.js';
import { type EditOptions, runEdit } from './run-edit.js';
import { refuseLive, type Source, sourceOf } from './source.js';

export interface RedactFlags extends EditOptions {
  allow?: string[];
}

/** Replaces secrets with stable tokens in a session and everything that belongs to it. */
export async function redact(query: string, flags: RedactFlags, io: Io): Promise<number> {
  const source = sourceOf(query, io);
  if (flags.inPlace) refuseOtherAgent(source.file, io);
  const redactor = createRedactor(flags.allow ? { allow: flags.allow } : {});
  const { plan, change, touched, unread, tooLong } = planFamilyRedaction(source, {
    text: redactor.redactText,
    value: redactor.redactValue,
  });
  const [long] = tooLong;
  if (long) throw notLookedThrough(long);
  // Copied now, because writing scans everything a second time.
  const report = redactor.report();
  if (report.found === 0) {
    // A session that is still growing may get another secret at any moment.
    if (!flags.dryRun) refuseLive(source.file, io);
    if (flags.json) io.out(`${JSON.stringify({ what: plan.what, changed: false, report, unread })}\n`);
    else io.out(['Nothing to redact: no secret was found.', ...plan.notes.map(safeLine), ''].join('\n'));
    return 0;
  }
  plan.what = `redact ${plural(report.found, 'secret')}`;
  const { fileHistory } = source.family;
  if (fileHistory) plan.notes.push(...historyNotes(fileHistory, flags, io));
  if (!flags.json) printReport(report, touched, io);
  const notes = (undo: string | undefined) => originalNotes(source, { undo, flags }, io);
  const details = { report, files: [source.file, ...touched], unread };
  const shown = (words: string) => redactor.redactText(words);
  return runEdit({ query: source, plan: () => plan, isCopy: true, change, notes, shown, details, options: flags }, io);
}

/** Notes about file history, which is not redacted. */
function historyNotes(fileHistory: string, { inPlace }: RedactFlags, io: Io): string[] {
  if (!inPlace) return ['File history is not copied: a rewind would put tokens into your files.'];
  return [
    'File history is unchanged and may contain secrets: a rewind would put tokens into your files. To delete it, and with it the ability to rewind:',
    `  rm -r ${shellWord(fileHistory, io.platform) ?? `(its name cannot be quoted safely) ${fileHistory}`}`,
  ];
}

function notLookedThrough({ file, line }: FamilyRedaction['tooLong'][number]): UserError {
  return new UserError(`Line ${line} of ${safeLine(file)} is too long to search for secrets.`, {
    why: 'It may contain secrets, so nothing was written.',
    hint: 'Check the line yourself, and do not share this session.',
  });
}

function printReport(report: RedactionReport, touched: readonly string[], io: Io): void {
  const rows = Object.entries(report.kinds)
    .sort(([, a], [, b]) => b.found - a.found)
    .map(([kind, { found, distinct }]) => [kind, String(found), String(distinct)]);
  const columns = [{ head: 'secret' }, { head: 'places', isRight: true }, { head: 'different', isRight: true }];
  io.out(table(columns, rows, io.columns));
  if (touched.length > 0) io.out(`  also in ${plural(touched.length, 'file')} of sub-agents and outputs\n`);
}

/** Where the secrets still are, and how to delete them. We never delete them for the user. */
function originalNotes(
  { file, family }: Source,
  { undo, flags }: { undo: string | undefined; flags: RedactFlags },
  io: Io,
): string[] {
  if (flags.dryRun) return [];
  const origin = originOfCopy(file, io);
  if (origin) return originNotes(origin, io);
  const kept = flags.inPlace ? [join(dataFolder(io), 'journal', undo ?? '')] : originalsOf(file, family);
  return [
    `The original still contains the secrets${flags.inPlace ? ', kept for undo' : ''}. When you are sure, delete it:`,
    ...kept.map((path) => `  rm -r ${shellWord(path, io.platform) ?? `(its name cannot be quoted safely) ${path}`}`),
    'Prompts you typed are also in history.jsonl in the config folder. If a secret was shared, change it.',
  ];
}

/** Nothing of another agent's session is ours to delete. */
function originNotes({ agent, source }: Origin, io: Io): string[] {
  const place = source === undefined ? '' : `: ${safeLine(source)}`;
  return [
    `The original of ${agentLabel(agent)} still contains the secrets${place}`,
    `So does Unspool's copy of it, until you delete it from ${safeLine(copiesFolder(io))}`,
    'If a secret was shared, change it.',
  ];
}

/** Todos are kept beside the projects; sub-agents of old clients and of worktrees in other folders. */
function originalsOf(file: string, family: Source['family']): string[] {
  const { agents, fileHistory } = family;
  const own = file.replace(/\.jsonl$/, '');
  const parts = [...agents.map((agent) => agent.file), ...sideFilesOf(family)];
  const elsewhere = parts.filter((part) => !part.startsWith(own));
  return [file, ...(existsSync(own) ? [own] : []), ...elsewhere, ...(fileHistory ? [fileHistory] : [])];
}

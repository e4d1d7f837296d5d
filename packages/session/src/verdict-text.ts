import { kindTitles, type RepairKind } from './edit/repair/finding.js';
import { isWholeResume, type ResumeVerdict } from './judge-resume.js';

/** Returns how much of a session resumes, in one sentence without a full stop. All surfaces show this text. */
export function verdictText(verdict: ResumeVerdict): string {
  const { resumes, messages, damagedLines } = verdict;
  if (!resumes) return 'does not resume';
  const { resumed, offBranch, dropped, summarised, left } = messages;
  const missing = offBranch + dropped;
  if (resumed + missing + summarised + left + damagedLines === 0) return 'resumes; it has no messages yet';
  const parts = [
    missing > 0 ? `resumes ${number(resumed)} of ${count(resumed + missing)}` : `resumes ${count(resumed)}`,
    offBranch > 0 && `${number(offBranch)} ${are(offBranch)} on a branch the client does not take`,
    dropped > 0 && `${number(dropped)} ${are(dropped)} dropped because a tool call has no result`,
    damagedLines > 0 &&
      `${number(damagedLines)} damaged ${damagedLines === 1 ? 'line' : 'lines'} cannot be read in full`,
    summarised > 0 && `${number(summarised)} earlier ${are(summarised)} summarised by a compaction`,
    left > 0 && `${number(left)} ${are(left)} on other branches`,
  ];
  const text = parts.filter(Boolean).join('; ');
  return isWholeResume(verdict) || Object.keys(verdict.faults).length === 0 ? text : `${text}: \`unspool repair\``;
}

/** A verdict in one line: whether it passes, and the sentence. */
export interface ShownVerdict {
  isWhole: boolean;
  text: string;
}

/** Returns a verdict as lists and pages show it. */
export function shownVerdict(verdict: ResumeVerdict): ShownVerdict {
  return { isWhole: isWholeResume(verdict), text: verdictText(verdict) };
}

/** Returns what `repair` would fix; undefined if it finds nothing. */
export function faultsText({ faults }: Pick<ResumeVerdict, 'faults'>): string | undefined {
  const parts = Object.entries(faults).map(([kind, found]) => {
    return `${found > 1 ? `${number(found)} × ` : ''}${kindTitles[kind as RepairKind]}`;
  });
  return parts.length === 0 ? undefined : `repair finds ${parts.join(', ')}: \`unspool repair --list\``;
}

const number = (value: number) => value.toLocaleString('en-US');
const count = (value: number) => `${number(value)} ${value === 1 ? 'message' : 'messages'}`;
const are = (value: number) => (value === 1 ? 'is' : 'are');

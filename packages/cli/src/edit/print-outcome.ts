import { NOT_COUNTED, type Outcome } from '@unspool/session/edit';
import type { Io } from '../io.js';
import { type Colours, colours } from '../terminal/colour.js';
import { plural, shortNumber, shortSize } from '../terminal/numbers.js';
import { safeLine } from '../terminal/safe.js';
import { table } from '../terminal/table.js';

const SHOWN_TURNS = 40;

/** Prints the plan and its proof. */
export function printOutcome(outcome: Outcome, io: Io): void {
  const paint = colours(io.hasColour);
  io.out(`${paint.bold(capital(outcome.what))}\n`);
  if (outcome.turns.length > 0) io.out(turnTable(outcome, io, paint));
  io.out(`  size      ${shortSize(outcome.bytes.before)} → ${shortSize(outcome.bytes.after)}${saved(outcome.bytes)}\n`);
  if (outcome.tokens) {
    const { before, after } = outcome.tokens;
    io.out(`  context   ~${shortNumber(before)} → ~${shortNumber(after)} tokens${saved(outcome.tokens)}\n`);
  }
  const sent = outcome.messages ? `: ${outcome.messages.before} → ${outcome.messages.after} messages` : '';
  io.out(`  ${proofOf(outcome, sent, paint)}\n`);
  for (const reason of outcome.reasons) io.out(`    ${safeLine(reason.message)}\n`);
  for (const note of outcome.notes) io.out(`  ${safeLine(note)}\n`);
}

/** A tick means that nothing the user would expect is missing. */
export function proofOf(
  { resumes, verdict }: Pick<Outcome, 'resumes' | 'verdict'>,
  sent: string,
  paint: Colours,
): string {
  if (!resumes) return paint.red('✗ would not resume');
  if (!verdict) return paint.yellow(`! ${NOT_COUNTED}`);
  if (!verdict.isWhole) return paint.yellow(`! ${verdict.text}`);
  return `${paint.green('✓ resumes')}${sent}`;
}

function turnTable(outcome: Outcome, io: Io, paint: Colours): string {
  const rows = outcome.turns
    .slice(0, SHOWN_TURNS)
    .map((turn) => [
      turn.number === 0 ? '' : String(turn.number),
      safeLine(turn.words),
      turn.dropped > 0 ? `−${turn.dropped}` : '',
      turn.changed > 0 ? `~${turn.changed}` : '',
      shortSize(turn.bytesBefore),
      shortSize(turn.bytesAfter),
    ]);
  const columns = [
    { head: 'turn', isRight: true },
    { head: 'words', isFlexible: true },
    { head: 'lines removed', isRight: true, paint: paint.red },
    { head: 'changed', isRight: true, paint: paint.yellow },
    { head: 'before', isRight: true },
    { head: 'after', isRight: true },
  ];
  const more = outcome.turns.length - rows.length;
  return table(columns, rows, io.columns) + (more > 0 ? `  … and ${plural(more, 'more turn')}\n` : '');
}

function saved({ before, after }: { before: number; after: number }): string {
  if (before === 0 || after >= before) return '';
  return ` (${Math.round((100 * (before - after)) / before)} % less)`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

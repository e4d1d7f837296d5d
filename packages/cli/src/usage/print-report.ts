import type { Calendar, Report } from '@unspool/store';
import type { Io } from '../io.js';
import { safeLine } from '../terminal/safe.js';
import { reportAsCsv } from './csv.js';
import { reportAsJson } from './json.js';
import { reportOnScreen } from './screen.js';

export interface PrintOptions {
  json?: boolean;
  csv?: boolean;
}

/** Returns the exit code. */
export function printReport(report: Report, calendar: Calendar, options: PrintOptions, io: Io): number {
  if (options.json) io.out(`${JSON.stringify(reportAsJson(report, calendar.timeZone), null, 2)}\n`);
  else if (options.csv) io.out(reportAsCsv(report));
  else if (report.rows.length === 0) io.err('No matching usage.\n');
  else {
    io.out(reportOnScreen(report, io));
    nameImpossible(report, io);
  }
  return 0;
}

const NAMED = 5;

/** Impossible counts are still in the sums, so the rows that have one are named. */
function nameImpossible({ rows }: Report, io: Io): void {
  const odd = rows.filter(({ sum }) => sum.hasImpossible).map(({ key }) => safeLine(key));
  if (odd.length === 0) return;
  const more = odd.length > NAMED ? ` and ${odd.length - NAMED} more` : '';
  io.err(`More tokens than a reply can use: ${odd.slice(0, NAMED).join(', ')}${more}. They are counted as recorded.\n`);
}

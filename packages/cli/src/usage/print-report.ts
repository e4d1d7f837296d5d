import type { Calendar, Report } from '@unspool/store';
import type { Io } from '../io.js';
import { reportAsCsv } from './csv.js';
import { reportAsJson } from './json.js';
import { reportOnScreen } from './screen.js';

export interface PrintOptions {
  json?: boolean;
  csv?: boolean;
}

/** Gives the exit code. */
export function printReport(report: Report, calendar: Calendar, options: PrintOptions, io: Io): number {
  if (options.json) io.out(`${JSON.stringify(reportAsJson(report, calendar.timeZone), null, 2)}\n`);
  else if (options.csv) io.out(reportAsCsv(report));
  else if (report.rows.length === 0) io.err('No usage fits.\n');
  else io.out(reportOnScreen(report, io));
  return 0;
}

import type { JsonObject } from '@unspool/session';
import { diffLines } from '../../terminal/diff.js';
import { markdownLines } from '../../terminal/markdown.js';
import { safe } from '../../terminal/safe.js';
import { wrap } from '../../terminal/wrap.js';
import { type CallDetails, changesIn } from '../call-details.js';
import type { Page } from '../page.js';
import type { Place } from '../place.js';
import { printChecklist } from './checklist.js';
import { printNumbered } from './numbered.js';
import { printOutput, printText } from './output.js';

type View = (details: CallDetails, page: Page, place: Place) => void;

/** What a call was asked and what it gave, each tool in its own way; tools nobody knows as JSON. */
export function printCallInside(details: CallDetails, page: Page, place: Place): void {
  const view = VIEWS[details.call.name];
  (view ?? printJson)(details, page, place);
}

const printCommand: View = (details, page, place) => {
  const { paint } = page;
  printText(`$ ${text(details.input, 'command')}`, page, { place, paint: paint.bold });
  printOutput(details, page, place);
};

const printChanges: View = (details, page, place) => {
  const lines = changesIn(details).map((line) => ({ ...line, text: safe(line.text).replace(/\n/g, ' ') }));
  const { maxLines, more } = place.detail;
  page.lines(diffLines(lines.slice(0, maxLines), page.columns, page.paint));
  if (lines.length > maxLines) {
    page.lines(wrap(`… ${lines.length - maxLines} lines more: ${more}`, page.columns, page.paint.dim));
  }
  if (details.call.result?.isError) printOutput(details, page, place);
};

/** The task and the answer; where the sub-agent is known it stands below, with its task. */
const printTask: View = (details, page, place) => {
  if (place.conversation.agentsOf(details.call.id).length === 0) {
    printText(text(details.input, 'prompt'), page, { place, paint: undefined });
    page.gap();
  }
  printOutput(details, page, place);
};

const printPlan: View = (details, page, place) => {
  page.lines(markdownLines(safe(text(details.input, 'plan')).trimEnd(), page.columns, page.paint));
  page.gap();
  printOutput(details, page, place);
};

const printResultOnly: View = printOutput;

const printJson: View = (details, page, place) => {
  const json = JSON.stringify(details.input, null, 2);
  if (json !== '{}') printText(json, page, { place, paint: page.paint.dim });
  printOutput(details, page, place);
};

const VIEWS: { readonly [name: string]: View | undefined } = Object.assign(Object.create(null), {
  Bash: printCommand,
  PowerShell: printCommand,
  Edit: printChanges,
  MultiEdit: printChanges,
  Write: printChanges,
  NotebookEdit: printChanges,
  Read: printNumbered,
  Grep: printResultOnly,
  Glob: printResultOnly,
  LS: printResultOnly,
  WebSearch: printResultOnly,
  TodoWrite: printChecklist,
  Task: printTask,
  Agent: printTask,
  ExitPlanMode: printPlan,
  exit_plan_mode: printPlan,
} satisfies Record<string, View>);

function text(input: JsonObject, key: string): string {
  return typeof input[key] === 'string' ? input[key] : '';
}

import type { JsonObject } from '@unspool/session';
import { type ToolView, toolNamed } from '@unspool/session/tools';
import { diffLines } from '../../terminal/diff.js';
import { markdownLines } from '../../terminal/markdown.js';
import type { Page } from '../../terminal/page.js';
import { safe } from '../../terminal/safe.js';
import { wrap } from '../../terminal/wrap.js';
import { type CallDetails, changesIn } from '../call-details.js';
import type { Place } from '../place.js';
import { printChecklist } from './checklist.js';
import { printNumbered } from './numbered.js';
import { printOutput, printText } from './output.js';

type View = (details: CallDetails, page: Page, place: Place) => void;

/** What a call was asked and what it returned, by the view of its tool. */
export function printCallInside(details: CallDetails, page: Page, place: Place): void {
  const { view } = toolNamed(details.call.name);
  // Other agents note what a call changed, whatever they call its tool.
  const isChange = view === 'json' && changesIn(details).length > 0;
  VIEWS[isChange ? 'diff' : view](details, page, place);
}

const printCommand: View = (details, page, place) => {
  const { paint } = page;
  const { argument = '' } = toolNamed(details.call.name);
  printText(`$ ${text(details.input, argument)}`, page, { place, paint: paint.bold });
  printOutput(details, page, place);
};

const printChanges: View = (details, page, place) => {
  const lines = changesIn(details).map((line) => ({ ...line, text: safe(line.text).replace(/\n/g, ' ') }));
  const { maxLines, more } = place.detail;
  page.lines(diffLines(lines.slice(0, maxLines), page.columns, page.paint));
  if (lines.length > maxLines) {
    page.lines(wrap(`… ${lines.length - maxLines} more lines: ${more}`, page.columns, page.paint.dim));
  }
  if (details.call.result?.isError) printOutput(details, page, place);
};

/** The task and the answer. A sub-agent that is in the session is shown below with its task. */
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

/** The input is on the line above, except for the question about a page. */
const printWeb: View = (details, page, place) => {
  const question = text(details.input, 'prompt');
  if (question !== '') printText(question, page, { place, paint: page.paint.dim });
  printOutput(details, page, place);
};

const printJson: View = (details, page, place) => {
  const json = JSON.stringify(details.input, null, 2);
  if (json !== '{}') printText(json, page, { place, paint: page.paint.dim });
  printOutput(details, page, place);
};

const VIEWS: { readonly [view in ToolView]: View } = {
  terminal: printCommand,
  diff: printChanges,
  file: printNumbered,
  matches: printOutput,
  checklist: printChecklist,
  web: printWeb,
  agent: printTask,
  plan: printPlan,
  question: printJson,
  task: printJson,
  message: printJson,
  skill: printJson,
  json: printJson,
};

function text(input: JsonObject, key: string): string {
  return typeof input[key] === 'string' ? input[key] : '';
}

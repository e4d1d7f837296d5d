import { notedPathsOf } from '@unspool/session/show';
import { type ToolView, toolNamed } from '@unspool/session/tools';
import type { ToolBody } from '../view.js';
import { agentBody } from './agent-body.js';
import type { BodyParts, MakeBody } from './body-parts.js';
import { checklistBody } from './checklist-body.js';
import { diffBody } from './diff-body.js';
import { fileBody } from './file-body.js';
import { jsonBody } from './json-body.js';
import { matchesBody } from './matches-body.js';
import { messageBody } from './message-body.js';
import { planBody } from './plan-body.js';
import { questionBody } from './question-body.js';
import { skillBody } from './skill-body.js';
import { taskBody } from './task-body.js';
import { terminalBody } from './terminal-body.js';
import { webBody } from './web-body.js';

/** The input and output of a call for the view of its tool; JSON if there is no such view. */
export function toolBody(parts: BodyParts): ToolBody {
  const { call, noted } = parts.content;
  const { view } = toolNamed(call.name);
  // Other agents note what a call changed, whatever they call its tool.
  const isChange = view === 'json' && notedPathsOf({ name: call.name, noted }).length > 0;
  return BODIES[isChange ? 'diff' : view]?.(parts) ?? jsonBody(parts);
}

const BODIES: { readonly [view in ToolView]?: MakeBody } = {
  terminal: terminalBody,
  diff: diffBody,
  file: fileBody,
  matches: matchesBody,
  checklist: checklistBody,
  web: webBody,
  agent: agentBody,
  plan: planBody,
  question: questionBody,
  task: taskBody,
  message: messageBody,
  skill: skillBody,
};

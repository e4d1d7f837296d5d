import type { ToolBody } from '../view.js';
import { agentBody } from './agent-body.js';
import type { BodyParts, MakeBody } from './body-parts.js';
import { checklistBody } from './checklist-body.js';
import { diffBody } from './diff-body.js';
import { fileBody } from './file-body.js';
import { jsonBody } from './json-body.js';
import { matchesBody } from './matches-body.js';
import { terminalBody } from './terminal-body.js';
import { webBody } from './web-body.js';

/** What a call was asked and what it gave, each tool in its own way; tools nobody knows as JSON. */
export function toolBody(parts: BodyParts): ToolBody {
  return BODIES.get(parts.content.call.name)?.(parts) ?? jsonBody(parts);
}

const BODIES = new Map<string, MakeBody>([
  ['Bash', terminalBody],
  ['PowerShell', terminalBody],
  ['BashOutput', terminalBody],
  ['Edit', diffBody],
  ['MultiEdit', diffBody],
  ['Write', diffBody],
  ['NotebookEdit', diffBody],
  ['Read', fileBody],
  ['NotebookRead', fileBody],
  ['Grep', matchesBody],
  ['Glob', matchesBody],
  ['LS', matchesBody],
  ['TodoWrite', checklistBody],
  ['WebFetch', webBody],
  ['WebSearch', webBody],
  ['Task', agentBody],
  ['Agent', agentBody],
]);

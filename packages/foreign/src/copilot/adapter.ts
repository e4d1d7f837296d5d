import { basename, dirname } from 'node:path';
import type { Adapter, Head } from '../contract/adapter.js';
import type { Output } from '../contract/output.js';
import { foreignLines } from '../read/foreign-lines.js';
import { objectIn, textIn } from '../read/values.js';
import { startOf } from '../read/whole-json.js';
import { isLegacy, readLegacy } from './legacy.js';
import { locate } from './locate.js';
import { SessionReader } from './session-reader.js';
import { workspaceOf } from './workspace.js';

/** Sessions of GitHub Copilot CLI: one event log each, including its sub-agents. The first versions wrote JSON. */
export const copilot: Adapter = { name: 'copilot', version: 2, locate, detect, translate };

const TYPES = /^(session\.start|user\.message|assistant\.(message|turn_start|turn_end)|tool\.execution_\w+)$/;

function detect({ text, objects }: Head): boolean {
  if (isLegacy(text)) return true;
  return objects.some((event) => TYPES.test(textIn(event, 'type') ?? '') && objectIn(event, 'data') !== undefined);
}

function translate({ file }: { file: string }, output: Output): void {
  if (isLegacy(startOf(file))) {
    readLegacy(file, output);
    return;
  }
  const name = basename(file) === 'events.jsonl' ? basename(dirname(file)) : basename(file, '.jsonl');
  const reader = new SessionReader(output, { id: name, workspace: workspaceOf(file), model: firstModelIn(file) });
  for (const { object } of foreignLines(file, output)) reader.read(object);
  reader.end();
}

/** In old versions, messages do not name their model, but other events do, most of them early. */
function firstModelIn(file: string): string {
  for (const { object } of foreignLines(file, { damaged: () => {} })) {
    const data = objectIn(object, 'data');
    const named = ['model', 'selectedModel', 'newModel', 'currentModel']
      .map((name) => textIn(data, name))
      .find(Boolean);
    const model = named ?? Object.keys(objectIn(data, 'modelMetrics') ?? {})[0];
    if (model !== undefined) return model;
  }
  return '';
}

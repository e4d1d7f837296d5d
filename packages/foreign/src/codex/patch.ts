import type { JsonObject } from '@unspool/session';
import { isObject } from '@unspool/session/read';
import type { FileWrite } from '../contract/thread.js';
import { objectIn, textIn } from '../read/values.js';
import { pathIn } from '../write/path-in.js';

/** The files that a patch changed, as the client recorded them when it applied the patch. */
export function notedChanges(changes: JsonObject | undefined, cwd: string | undefined): FileWrite[] {
  return Object.entries(changes ?? {}).flatMap(([name, noted]): FileWrite[] => {
    if (!isObject(noted)) return [];
    // Old versions write {"add": {…}} instead of {"type": "add", …}.
    const kind = textIn(noted, 'type') ?? Object.keys(noted)[0] ?? '';
    const change = objectIn(noted, kind) ?? noted;
    const path = pathIn(cwd, textIn(change, 'move_path') ?? name);
    const { content } = change;
    if (kind === 'add' && typeof content === 'string') return [{ path, before: null, after: content }];
    const diff = textIn(change, 'unified_diff');
    return kind === 'update' && diff !== undefined ? [{ path, diff }] : [];
  });
}

/** The patch in a call of `apply_patch`, or of a command that runs it. */
export function patchIn(name: string, input: JsonObject | string): string | undefined {
  if (typeof input === 'string') return name === 'apply_patch' ? input : undefined;
  const { command } = input;
  const words = Array.isArray(command) ? command.filter((word) => typeof word === 'string') : [];
  const text = textIn(input, 'input') ?? textIn(input, 'patch') ?? words.at(-1) ?? textIn(input, 'cmd');
  const isPatch = name === 'apply_patch' || words[0] === 'apply_patch' || /^\s*apply_patch\b/.test(text ?? '');
  return isPatch && text?.includes('*** Begin Patch') ? text : undefined;
}

const FILE = /^\*\*\* (Add|Update) File: (.+)$/;
const MOVED = /^\*\*\* Move to: (.+)$/;

/** The files that a patch changes, when there is no other record. Its hunks have no line numbers. */
export function changesInPatch(patch: string, cwd: string | undefined): FileWrite[] {
  const files: { kind: string; path: string; lines: string[] }[] = [];
  for (const line of patch.split('\n')) {
    const file = FILE.exec(line);
    const last = files.at(-1);
    const moved = MOVED.exec(line);
    if (file) files.push({ kind: file[1] ?? '', path: pathIn(cwd, (file[2] ?? '').trim()), lines: [] });
    else if (moved && last) last.path = pathIn(cwd, (moved[1] ?? '').trim());
    else if (line.startsWith('*** ')) files.push({ kind: '', path: '', lines: [] });
    else last?.lines.push(line);
  }
  return files.flatMap(({ kind, path, lines }): FileWrite[] => {
    if (kind === 'Add') {
      const added = lines.filter((line) => line.startsWith('+')).map((line) => `${line.slice(1)}\n`);
      return [{ path, before: null, after: added.join('') }];
    }
    const parts = lines.map((line) => (line.startsWith('@@') ? NOWHERE : line));
    return kind === 'Update' ? [{ path, diff: [NOWHERE, ...parts].join('\n') }] : [];
  });
}

const NOWHERE = '@@ -0,0 +0,0 @@';

import type { JsonObject } from '@unspool/session';
import { misused } from '../outcome.js';
import type { Tool, ToolContext, ToolResult } from '../tool.js';
import { changeFile, NEW_FILE } from './change-file.js';
import { currentFile } from './current-file.js';
import type { FileText } from './file-text.js';
import { patchOf } from './patch-of.js';
import { placeOf } from './place-of.js';

export const editTool: Tool = {
  name: 'Edit',
  description:
    "Replaces one exact string in a file with another. Read the file with Read first, in this conversation. `old_string` is the text without Read's line numbers, with its exact indentation, and must occur exactly once in the file unless `replace_all` is true. An empty `old_string` creates a new file.",
  inputSchema: {
    type: 'object',
    properties: {
      file_path: { type: 'string', description: 'The absolute path of the file' },
      old_string: { type: 'string', description: 'The text to replace' },
      new_string: { type: 'string', description: 'The text to put in its place' },
      replace_all: { type: 'boolean', description: 'Replace every occurrence', default: false },
    },
    required: ['file_path', 'old_string', 'new_string'],
    additionalProperties: false,
  },
  isReadOnly: () => false,
  whyNot,
  run: editFile,
};

interface Edit {
  path: string;
  oldString: string;
  newString: string;
  replaceAll: boolean;
}

async function editFile(input: JsonObject, context: ToolContext): Promise<ToolResult> {
  const planned = await plan(input, context);
  return planned.kind === 'refused' ? planned.refusal : write(planned, context);
}

async function whyNot(input: JsonObject, context: ToolContext): Promise<ToolResult | undefined> {
  const planned = await plan(input, context);
  return planned.kind === 'refused' ? planned.refusal : undefined;
}

type Planned =
  | { kind: 'ready'; edit: Edit; before: FileText | undefined; after: string }
  | { kind: 'refused'; refusal: ToolResult };

async function plan(input: JsonObject, context: ToolContext): Promise<Planned> {
  const edit: Edit = {
    path: placeOf(input['file_path'], context),
    oldString: String(input['old_string']),
    newString: String(input['new_string']),
    replaceAll: input['replace_all'] === true,
  };
  if (edit.path.endsWith('.ipynb')) return refused('File is a Jupyter Notebook. Use Bash to change it.');
  if (edit.oldString === edit.newString) {
    return refused('No changes to make: old_string and new_string are exactly the same.');
  }
  const current = await currentFile(edit.path, context);
  if (current.kind === 'refused') return current;
  if (current.kind === 'absent') {
    if (edit.oldString === '') return { kind: 'ready', edit, before: undefined, after: edit.newString };
    return refused(`File does not exist. Note: your current working directory is ${context.cwd}.`);
  }
  const { file } = current;
  if (edit.oldString === '') {
    if (file.text.trim() === '') return { kind: 'ready', edit, before: file, after: edit.newString };
    return refused('Cannot create new file - file already exists.');
  }
  const fault = faultOf(file.text, edit);
  if (fault !== undefined) return refused(fault);
  // `replace` would interpret `$&` in the new text.
  return { kind: 'ready', edit, before: file, after: file.text.split(edit.oldString).join(edit.newString) };
}

function refused(message: string): Planned {
  return { kind: 'refused', refusal: misused(message) };
}

function faultOf(text: string, { oldString, replaceAll }: Edit): string | undefined {
  const count = text.split(oldString).length - 1;
  if (count === 0) return `String to replace not found in file.\nString: ${oldString}`;
  if (count === 1 || replaceAll) return undefined;
  return `Found ${count} matches of the string to replace, but replace_all is false. To replace all occurrences, set replace_all to true. To replace only one occurrence, please provide more context to uniquely identify the instance.\nString: ${oldString}`;
}

async function write(
  { edit, before, after }: Extract<Planned, { kind: 'ready' }>,
  context: ToolContext,
): Promise<ToolResult> {
  const { path, oldString, newString, replaceAll } = edit;
  const failure = await changeFile(path, after, before ?? NEW_FILE, context);
  if (failure) return failure;
  const done = replaceAll
    ? `The file ${path} has been updated. All occurrences were successfully replaced.`
    : `The file ${path} has been updated successfully.`;
  return {
    content: `${done} (file state is current in your context — no need to Read it back)`,
    toolUseResult: {
      filePath: path,
      oldString,
      newString,
      originalFile: before?.text ?? null,
      structuredPatch: patchOf(path, before?.text ?? '', after),
      userModified: false,
      replaceAll,
    },
  };
}

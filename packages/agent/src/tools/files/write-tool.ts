import type { JsonObject } from '@unspool/session';
import { misused } from '../outcome.js';
import type { Tool, ToolContext, ToolResult } from '../tool.js';
import { changeFile, NEW_FILE } from './change-file.js';
import { type CurrentFile, currentFile } from './current-file.js';
import { patchOf } from './patch-of.js';
import { placeOf } from './place-of.js';

export const writeTool: Tool = {
  name: 'Write',
  description:
    'Writes a whole file, replacing an existing one. Use it for new files; use Edit for changes. An existing file must be read with Read first, in this conversation.',
  inputSchema: {
    type: 'object',
    properties: {
      file_path: { type: 'string', description: 'The absolute path of the file' },
      content: { type: 'string', description: 'The complete content of the file' },
    },
    required: ['file_path', 'content'],
    additionalProperties: false,
  },
  isReadOnly: () => false,
  whyNot: async (input, context) => {
    const current = await fileToWrite(input, context);
    return current.kind === 'refused' ? current.refusal : undefined;
  },
  run: writeFile,
};

const IS_CURRENT = '(file state is current in your context — no need to Read it back)';

async function fileToWrite(input: JsonObject, context: ToolContext): Promise<CurrentFile> {
  const current = await currentFile(placeOf(input['file_path'], context), context);
  if (current.kind === 'refused' || !String(input['content']).includes('\0')) return current;
  return { kind: 'refused', refusal: misused('The content contains NUL characters, so it is not text.') };
}

async function writeFile(input: JsonObject, context: ToolContext): Promise<ToolResult> {
  const path = placeOf(input['file_path'], context);
  const content = String(input['content']);
  const current = await fileToWrite(input, context);
  if (current.kind === 'refused') return current.refusal;
  const before = current.kind === 'present' ? current.file : undefined;
  // The model chooses the line endings of a whole file; only the encoding is kept.
  const failure = await changeFile(path, content, before ? { ...before, lineEnd: '\n' } : NEW_FILE, context);
  if (failure) return failure;
  return {
    content: before
      ? `The file ${path} has been updated successfully. ${IS_CURRENT}`
      : `File created successfully at: ${path} ${IS_CURRENT}`,
    toolUseResult: {
      type: before ? 'update' : 'create',
      filePath: path,
      content,
      structuredPatch: before ? patchOf(path, before.text, content) : [],
      originalFile: before ? before.text : null,
      userModified: false,
    },
  };
}

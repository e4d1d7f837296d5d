import { extname } from 'node:path';
import type { JsonObject } from '@unspool/session';
import { misused } from '../outcome.js';
import type { Tool, ToolContext, ToolResult } from '../tool.js';
import { changeFile } from './change-file.js';
import { currentFile } from './current-file.js';
import { type Notebook, parseNotebook } from './notebook.js';
import { placeOf } from './place-of.js';

export const notebookEditTool: Tool = {
  name: 'NotebookEdit',
  description:
    'Changes one cell of a Jupyter notebook: replaces its source, inserts a cell after it, or deletes it. Read the notebook with Read first, in this conversation.',
  inputSchema: {
    type: 'object',
    properties: {
      notebook_path: { type: 'string', description: 'The absolute path of the notebook' },
      cell_id: {
        type: 'string',
        description: 'The cell; for insert, the cell to insert after (default: insert at the start)',
      },
      new_source: { type: 'string', description: "The cell's source" },
      cell_type: { type: 'string', enum: ['code', 'markdown'], description: 'Required for insert' },
      edit_mode: { type: 'string', enum: ['replace', 'insert', 'delete'], description: 'Default: replace' },
    },
    required: ['notebook_path', 'new_source'],
    additionalProperties: false,
  },
  isReadOnly: () => false,
  whyNot,
  run: editNotebook,
};

async function whyNot(input: JsonObject, context: ToolContext): Promise<ToolResult | undefined> {
  const planned = await plan(input, context);
  return planned.kind === 'refused' ? planned.refusal : undefined;
}

async function plan(input: JsonObject, context: ToolContext) {
  const path = placeOf(input['notebook_path'], context);
  const refused = (message: string) => ({ kind: 'refused' as const, refusal: misused(message) });
  if (extname(path).toLowerCase() !== '.ipynb') return refused(`${path} is not a notebook. Use Edit.`);
  const current = await currentFile(path, context);
  if (current.kind === 'refused') return current;
  if (current.kind === 'absent') return refused(`Notebook not found: ${path}.`);
  const notebook = parseNotebook(current.file.text);
  if (!notebook) return refused(`${path} is not a notebook: it is not JSON with a list of cells.`);
  const edit = editOf(input);
  const done = applyEdit(notebook, edit, context.newUuid());
  if (typeof done === 'string') return refused(done);
  return { kind: 'ready' as const, path, file: current.file, notebook, edit, done };
}

async function editNotebook(input: JsonObject, context: ToolContext): Promise<ToolResult> {
  const planned = await plan(input, context);
  if (planned.kind === 'refused') return planned.refusal;
  const { path, file, notebook, edit, done } = planned;
  const updated = `${JSON.stringify(notebook.value, null, notebook.indent)}${notebook.end}`;
  const failure = await changeFile(path, updated, file, context);
  if (failure) return failure;
  return {
    content: resultText(edit, done.cell_id),
    toolUseResult: {
      new_source: edit.source,
      cell_id: done.cell_id,
      cell_type: done.cell_type,
      language: notebook.language,
      edit_mode: edit.mode,
      error: '',
      notebook_path: path,
      original_file: file.text,
      updated_file: updated,
    },
  };
}

interface Edit {
  mode: 'replace' | 'insert' | 'delete';
  cellId: string | undefined;
  source: string;
  cellType: string | undefined;
}

function editOf({ edit_mode, cell_id, new_source, cell_type }: JsonObject): Edit {
  return {
    mode: edit_mode === 'insert' || edit_mode === 'delete' ? edit_mode : 'replace',
    cellId: typeof cell_id === 'string' && cell_id !== '' ? cell_id : undefined,
    source: String(new_source ?? ''),
    cellType: typeof cell_type === 'string' ? cell_type : undefined,
  };
}

/** Changes the notebook in memory. Returns an error message if it cannot. */
function applyEdit(notebook: Notebook, edit: Edit, uuid: string): { cell_id: string; cell_type: string } | string {
  const { cells } = notebook;
  const at = edit.cellId === undefined ? -1 : notebook.indexOf(edit.cellId);
  if (edit.cellId !== undefined && at === -1) return `The notebook has no cell ${edit.cellId}.`;
  if (edit.mode === 'insert') {
    if (edit.cellType !== 'code' && edit.cellType !== 'markdown') return 'Set cell_type for the new cell.';
    const id = uuid.slice(0, 8);
    cells.splice(at + 1, 0, {
      cell_type: edit.cellType,
      ...(notebook.hasIds && { id }),
      metadata: {},
      source: linesOf(edit.source),
      ...(edit.cellType === 'code' && { execution_count: null, outputs: [] }),
    });
    return { cell_id: notebook.hasIds ? id : `cell-${at + 1}`, cell_type: edit.cellType };
  }
  const cell = cells[at];
  if (!cell || edit.cellId === undefined) return `Set cell_id to the cell to ${edit.mode}.`;
  const cell_type = edit.mode === 'replace' ? (edit.cellType ?? String(cell['cell_type'])) : String(cell['cell_type']);
  if (edit.mode === 'delete') cells.splice(at, 1);
  else cells[at] = replaced(cell, edit.source, cell_type);
  return { cell_id: edit.cellId, cell_type };
}

/** Sets a cell's source and drops its outputs, which belong to the old source. */
function replaced(cell: JsonObject, source: string, cell_type: string): JsonObject {
  const { outputs: _outputs, execution_count: _count, ...rest } = cell;
  const fresh = cell_type === 'code' ? { execution_count: null, outputs: [] } : {};
  return { ...rest, cell_type, source: Array.isArray(cell['source']) ? linesOf(source) : source, ...fresh };
}

/** Splits text as notebooks store it: into lines with their line endings. */
function linesOf(source: string): string[] {
  return source.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function resultText({ mode, source }: Edit, id: string): string {
  if (mode === 'delete') return `Deleted cell ${id}`;
  return `${mode === 'insert' ? 'Inserted' : 'Updated'} cell ${id} with ${source}`;
}

import { readFile } from 'node:fs/promises';
import { type Block, isText, type JsonObject } from '@unspool/session';
import { misused } from '../outcome.js';
import type { ReadFiles, ToolResult } from '../tool.js';
import { decodeText } from './file-text.js';
import { MAX_CHARACTERS } from './read-lines.js';

const MAX_BYTES = 32 * 1024 * 1024;
const MAX_OUTPUT = 10_000;

/** Shows a notebook's cells with their outputs. */
export async function readNotebook(
  path: string,
  { size, mtimeMs }: { size: number; mtimeMs: number },
  readFiles: ReadFiles,
): Promise<ToolResult> {
  if (size > MAX_BYTES) return misused(`The notebook is too large (${size} bytes). Use Bash to read parts of it.`);
  const { text } = decodeText(await readFile(path));
  let notebook: { cells?: unknown };
  try {
    notebook = JSON.parse(text) as { cells?: unknown };
  } catch (error) {
    return misused(`The notebook is not JSON: ${(error as Error).message}`);
  }
  if (!Array.isArray(notebook.cells)) return misused('The notebook has no cells.');
  const cells = notebook.cells.map((cell, at) => cellOf(cell as JsonObject, at));
  const blocks = cells.flatMap(blocksOf);
  const characters = blocks.reduce((sum, block) => sum + (isText(block) ? block.text.length : 0), 0);
  if (characters > MAX_CHARACTERS)
    return misused('The notebook is too long. Read parts of it with Bash, for example with jq.');
  readFiles.set(path, { content: text, mtimeMs });
  return { content: blocks, toolUseResult: { type: 'notebook', file: { filePath: path, cells } } };
}

interface Cell extends JsonObject {
  cellType: string;
  source: string;
  cell_id: string;
  outputs?: Output[];
}

interface Output extends JsonObject {
  output_type: string;
  text: string;
  image?: { image_data: string; media_type: string };
}

function cellOf(cell: JsonObject, at: number): Cell {
  const outputs = Array.isArray(cell['outputs']) ? cell['outputs'].map((each) => outputOf(each as JsonObject)) : [];
  return {
    cellType: String(cell['cell_type'] ?? 'code'),
    source: joined(cell['source']),
    ...(typeof cell['execution_count'] === 'number' && { execution_count: cell['execution_count'] }),
    cell_id: typeof cell['id'] === 'string' ? cell['id'] : `cell-${at}`,
    ...(outputs.length > 0 && { outputs }),
  };
}

function outputOf(output: JsonObject): Output {
  const data = (output['data'] ?? {}) as JsonObject;
  const png = data['image/png'];
  const isError = output['output_type'] === 'error';
  const text = isError
    ? `${output['ename']}: ${output['evalue']}\n${joined(output['traceback'], '\n')}`
    : joined(output['text'] ?? data['text/plain']);
  return {
    output_type: String(output['output_type']),
    text: text.length > MAX_OUTPUT ? `${text.slice(0, MAX_OUTPUT)}... [output cut]` : text,
    ...(png !== undefined && { image: { image_data: joined(png).replace(/\s/g, ''), media_type: 'image/png' } }),
  };
}

function joined(value: unknown, between = ''): string {
  return Array.isArray(value) ? value.join(between) : typeof value === 'string' ? value : '';
}

function blocksOf({ cell_id, cellType, source, outputs = [] }: Cell): Block[] {
  const kind = cellType === 'code' ? '' : `<cell_type>${cellType}</cell_type>`;
  const texts = outputs.map(({ text }) => text).filter((text) => text !== '');
  const text = `<cell id="${cell_id}">${kind}${source}</cell id="${cell_id}">${texts.map((each) => `\n${each}`).join('')}`;
  const images = outputs.flatMap(({ image }) => (image ? [image] : []));
  return [
    { type: 'text', text },
    ...images.map(
      ({ image_data: data, media_type }): Block => ({ type: 'image', source: { type: 'base64', data, media_type } }),
    ),
  ];
}

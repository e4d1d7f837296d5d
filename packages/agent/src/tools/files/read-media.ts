import { readFile } from 'node:fs/promises';
import type { Block } from '@unspool/session';
import { misused } from '../outcome.js';
import type { ToolResult } from '../tool.js';

/** The API takes images up to 5 MB as base64. */
const LARGEST_IMAGE = 3_750_000;
const LARGEST_PDF = 24_000_000;

/** What kind of picture the bytes are, whatever the name says. */
export function imageType(bytes: Buffer): string | undefined {
  const head = bytes.subarray(0, 12).toString('latin1');
  if (head.startsWith('\x89PNG')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('GIF8')) return 'image/gif';
  if (head.startsWith('RIFF') && head.slice(8) === 'WEBP') return 'image/webp';
  return undefined;
}

export async function readImage(path: string, size: number): Promise<ToolResult> {
  if (size > LARGEST_IMAGE) return misused(`The image is too large (${size} bytes). Make it smaller with Bash first.`);
  const bytes = await readFile(path);
  const type = imageType(bytes);
  if (type === undefined) return misused('The file has the name of an image but is none that can be shown.');
  const base64 = bytes.toString('base64');
  return {
    content: [{ type: 'image', source: { type: 'base64', data: base64, media_type: type } }],
    toolUseResult: { type: 'image', file: { base64, type, originalSize: size } },
  };
}

/** The client puts the document behind the result, as the words of nobody. */
export async function readPdf(path: string, size: number, pages: unknown): Promise<ToolResult> {
  if (pages !== undefined) {
    return misused('Single pages of a PDF cannot be read here. Leave out `pages`, or take them out with Bash first.');
  }
  if (size > LARGEST_PDF)
    return misused(`The PDF is too large (${size} bytes). Take out the pages you need with Bash.`);
  const bytes = await readFile(path);
  if (!bytes.subarray(0, 1024).includes('%PDF-')) return misused('The file has the name of a PDF but is none.');
  const base64 = bytes.toString('base64');
  const document: Block = {
    type: 'document',
    source: { type: 'base64', media_type: 'application/pdf', data: base64 },
  };
  return {
    content: `PDF file read: ${path} (${Math.ceil(size / 1024)}KB)`,
    toolUseResult: { type: 'pdf', file: { filePath: path, base64, originalSize: size } },
    meta: [[document]],
  };
}

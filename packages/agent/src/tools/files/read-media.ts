import { readFile } from 'node:fs/promises';
import { misused } from '../outcome.js';
import type { ToolResult } from '../tool.js';

/** The API accepts images up to 5 MB as base64. */
const MAX_IMAGE_BYTES = 3_750_000;

/** The image type, detected from the content rather than the file's name. */
export function imageType(bytes: Buffer): string | undefined {
  const head = bytes.subarray(0, 12).toString('latin1');
  if (head.startsWith('\x89PNG')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('GIF8')) return 'image/gif';
  if (head.startsWith('RIFF') && head.slice(8) === 'WEBP') return 'image/webp';
  return undefined;
}

export async function readImage(path: string, size: number): Promise<ToolResult> {
  if (size > MAX_IMAGE_BYTES)
    return misused(`The image is too large (${size} bytes). Make it smaller with Bash first.`);
  const bytes = await readFile(path);
  const type = imageType(bytes);
  if (type === undefined) return misused('The file is named like an image, but its content is not a supported image.');
  const base64 = bytes.toString('base64');
  return {
    content: [{ type: 'image', source: { type: 'base64', data: base64, media_type: type } }],
    toolUseResult: { type: 'image', file: { base64, type, originalSize: size } },
  };
}

import { readFileSync, statSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Block } from '@unspool/session';

const TYPES: { readonly [extension: string]: string } = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
};
/** The API's limit, before base64 encoding. */
const MAX_BYTES = 3_700_000;

export interface Place {
  cwd: string;
  home: string;
}

/** Images pasted or dropped as paths. The prompt contains a placeholder for each. */
export class PastedImages {
  private readonly paths = new Map<string, string>();

  /** The placeholder to insert if the paste is an image's path, or why the image is refused. */
  take(pasted: string, place: Place): { mark: string } | { refused: string } | undefined {
    const path = imagePath(pasted, place);
    if (path === undefined) return undefined;
    const { size } = statSync(path);
    if (size > MAX_BYTES) {
      return {
        refused: `${basename(path)} is ${(size / 1e6).toFixed(1)} MB; the API accepts images up to 3.7 MB.`,
      };
    }
    const mark = `[Image #${this.paths.size + 1}]`;
    this.paths.set(mark, path);
    return { mark };
  }

  /** The prompt to send: the text, and the images whose placeholders are still in it. */
  promptOf(text: string): string | Block[] {
    const marked = [...this.paths].filter(([mark]) => text.includes(mark));
    if (marked.length === 0) return text;
    const images = marked.flatMap(([, path]) => imageBlock(path));
    return [{ type: 'text', text } as Block, ...images];
  }
}

function imageBlock(path: string): Block[] {
  try {
    const data = readFileSync(path).toString('base64');
    const media_type = TYPES[extname(path).toLowerCase()];
    return [{ type: 'image', source: { type: 'base64', media_type, data } } as Block];
  } catch {
    // Deleted since it was pasted. The placeholder stays in the text.
    return [];
  }
}

/** Terminals paste a dropped file as a quoted path, a path with escaped spaces, or a URL. */
function imagePath(pasted: string, { cwd, home }: Place): string | undefined {
  const line = pasted.trim();
  if (line.includes('\n') || line.length > 4096 || !TYPES[extname(line.replace(/['"]$/, '')).toLowerCase()])
    return undefined;
  const bare = /^(['"])(.*)\1$/.exec(line)?.[2] ?? line.replace(/\\([\s()[\]&'"])/g, '$1');
  try {
    const path = bare.startsWith('file://') ? fileURLToPath(bare) : bare.replace(/^~(?=[\\/])/, home);
    const whole = resolve(cwd, path);
    return statSync(whole).isFile() ? whole : undefined;
  } catch {
    return undefined;
  }
}

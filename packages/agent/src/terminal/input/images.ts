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
/** What the API takes, before it is written in base64. */
const MOST_BYTES = 3_700_000;

export interface Place {
  cwd: string;
  home: string;
}

/** Images that were pasted or dropped as paths. A mark in the prompt stands for each. */
export class PastedImages {
  private readonly paths = new Map<string, string>();

  /** The mark to put in, when the paste is the path of an image. A larger one is refused with a reason. */
  take(pasted: string, place: Place): { mark: string } | { refused: string } | undefined {
    const path = imagePath(pasted, place);
    if (path === undefined) return undefined;
    const { size } = statSync(path);
    if (size > MOST_BYTES) {
      return {
        refused: `${basename(path)} has ${(size / 1e6).toFixed(1)} MB; the API takes images of at most 3.7 MB.`,
      };
    }
    const mark = `[Image #${this.paths.size + 1}]`;
    this.paths.set(mark, path);
    return { mark };
  }

  /** The prompt as it is sent: text alone, or text and the images whose marks are still in it. */
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
    // Gone since it was pasted: the words still say that it was meant.
    return [];
  }
}

/** Terminals paste a dropped file quoted, with escaped spaces, or as a URL. */
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

import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '@unspool/session/write';
import type { Prices } from '@unspool/store';
import { exportStory, type StoryFormat } from '../export.js';

export interface ExportRequest {
  format: StoryFormat;
  /** Only these turns; all if null. */
  turns: number[] | null;
  isRedacted: boolean;
}

/** Writes a session as a page, Markdown or JSON into a new folder that only the user can read. */
export async function exportToFile(
  { file, sessionId }: { file: string; sessionId: string },
  { format, turns, isRedacted }: ExportRequest,
  { prices, dataFolder }: { prices: Prices; dataFolder: string },
): Promise<{ file: string; folder: string }> {
  makeFolder(dataFolder);
  const folder = mkdtempSync(join(dataFolder, 'export-'));
  const note = `Exported with Unspool; ${isRedacted ? 'what looked like a secret is hidden' : 'nothing was hidden'}.`;
  const chosen = turns === null ? undefined : new Set(turns);
  try {
    const written = join(folder, `session.${format}`);
    const handle = await open(written, 'wx', 0o600);
    try {
      const story = exportStory({ id: sessionId, file, turns: chosen, isRedacted, prices }, format, note);
      for await (const piece of story) await handle.write(piece);
    } finally {
      await handle.close();
    }
    return { file: written, folder };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

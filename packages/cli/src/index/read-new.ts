import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { type Database, type IndexOptions, type IndexProgress, type IndexResult, updateInSteps } from '@unspool/store';
import type { Io } from '../io.js';
import { keptFiles } from '../keep/kept-files.js';
import { runSteps } from '../run-steps.js';
import { sessionFolders } from '../session/folders.js';
import { keepHeapSmall } from '../session/small-heap.js';
import { plural, shortDuration, shortSize } from '../terminal/numbers.js';
import { safeLine } from '../terminal/safe.js';
import type { StopSign } from '../terminal/stop-sign.js';

/** With this many files, facts about them take up most of the memory. */
const MANY = 5000;

/** Reads what is new into the store, with a progress line if it takes long. */
export async function readNew(
  database: Database,
  options: IndexOptions,
  { io, stop }: { io: Io; stop: StopSign | undefined },
): Promise<IndexResult> {
  if (options.seen && options.seen.paths.length > MANY) keepHeapSmall();
  const line = new ProgressLine(io);
  const kept = keptFiles(database, io);
  let reached: IndexProgress = { files: 0, filesDone: 0, bytes: 0, bytesDone: 0 };
  const steps = updateInSteps(database, sessionFolders(io), {
    ...options,
    kept,
    startReader,
    onProgress: (progress) => {
      reached = { ...progress };
      line.show(progress);
    },
  });
  try {
    const hasMore = () => reached.filesDone < reached.files;
    const result = await runSteps(steps, () => (hasMore() ? stop?.check(() => keptText(reached)) : undefined));
    line.clear();
    for (const { file, message } of result.problems) io.err(`${safeLine(file)}: not read: ${safeLine(message)}\n`);
    return result;
  } finally {
    line.clear();
    kept.close();
  }
}

function keptText({ files, filesDone, bytes, bytesDone }: IndexProgress): string {
  const done = `${filesDone} of ${plural(files, 'file')} (${shortSize(bytesDone)} of ${shortSize(bytes)})`;
  return `${done} are in the index. The next run continues from here.`;
}

/** With fewer bytes, starting a thread takes longer than reading. */
const WORTH_A_THREAD = 64 * 1024 * 1024;

/** Only the bundled command has the script. */
function startReader(bytes: number): Worker | undefined {
  const script = new URL('./index-worker.js', import.meta.url);
  if (bytes < WORTH_A_THREAD || !existsSync(script)) return undefined;
  const worker = new Worker(script, { resourceLimits: { maxYoungGenerationSizeMb: 12 } });
  // The writer notices by itself that nothing comes.
  worker.on('error', () => {});
  return worker;
}

const SHOW_AFTER_MS = 700;
const EVERY_MS = 150;

/** Fits into one row of the terminal: a longer line would leave its first row on the screen at every update. */
export function progressText(
  { part, counts, left }: { part: number; counts: string; left: string },
  columns: number,
): string {
  const full = Math.round(part * BAR);
  const bar = `${'█'.repeat(full)}${'░'.repeat(BAR - full)}`;
  const texts = [
    `Indexing ${bar} ${counts}, ${left} left`,
    `Indexing ${counts}, ${left} left`,
    `Indexing ${Math.floor(part * 100)} %, ${left} left`,
  ];
  return texts.find((text) => text.length < columns) ?? `${Math.floor(part * 100)} %`;
}

const BAR = 16;

class ProgressLine {
  private readonly started = Date.now();
  private shown = 0;

  constructor(private readonly io: Io) {}

  show({ files, filesDone, bytes, bytesDone }: IndexProgress): void {
    if (this.io.columns === undefined) return;
    const now = Date.now();
    if (now - this.started < SHOW_AFTER_MS || now - this.shown < EVERY_MS) return;
    this.shown = now;
    const left = bytesDone > 0 ? ((now - this.started) / bytesDone) * Math.max(0, bytes - bytesDone) : 0;
    const part = bytes > 0 ? Math.min(1, bytesDone / bytes) : 1;
    const counts = `${filesDone} of ${files} files, ${shortSize(bytesDone)} of ${shortSize(bytes)}`;
    this.io.err(`\r\u001b[K${progressText({ part, counts, left: shortDuration(left) }, this.io.columns)}`);
  }

  clear(): void {
    if (this.shown > 0) this.io.err('\r\u001b[K');
    this.shown = 0;
  }
}

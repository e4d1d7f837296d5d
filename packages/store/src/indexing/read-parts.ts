import { agentFactsOf } from '../causes/agent-types.js';
import { isDoubtful, metaOf } from '../causes/file-causes.js';
import { DamagedArchive } from '../keep/archive-format.js';
import type { KeptFiles } from '../keep/kept-files.js';
import { FileFacts, type FileState } from './file-facts.js';
import type { KnownFile } from './known-files.js';
import { markOf } from './mark.js';
import { readLinesFrom } from './read-part.js';
import type { FileStamp } from './sweep.js';
import type { FilePart } from './write-parts.js';

/** A file to read from where the index ends. */
export interface ReadJob {
  file: KnownFile;
  stamp: FileStamp;
  state: FileState;
}

export interface PartBatch {
  parts: FilePart[];
  textLength: number;
  /** Bytes read since the previous batch. */
  filesDone: number;
  bytesRead: number;
  /** Files that could not be read to their end, by job number. */
  failed: { at: number; message: string }[];
}

/** Limits the lines per batch, since lines with little text have other content. */
const LINES_PER_TEXT = 1 / 200;
/** Limits the bytes per batch, so that batches keep coming even where lines have little text, such as pictures. */
const BYTES_AT_ONCE = 64 * 1024 * 1024;

/** Limits the files per batch: what is known of a small session takes more room than its text. */
const PARTS_AT_ONCE = 500;

/**
 * Reads what is new in files and yields it in batches. Does not need the store, so it can run in another thread.
 */
export function* readParts(jobs: Iterable<ReadJob>, textAtOnce: number, kept?: KeptFiles): Generator<PartBatch> {
  const batch = new Batch(textAtOnce);
  let at = 0;
  for (const job of jobs) {
    try {
      yield* readFile(job, batch, kept);
    } catch (error) {
      if (!isOfTheFile(error)) throw error;
      batch.failed.push({ at, message: error.message });
    }
    batch.filesDone++;
    if (batch.isFull(0)) yield batch.take();
    at++;
  }
  yield batch.take();
}

/** Whether the error is about reading one file. */
export function isOfTheFile(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return (error as NodeJS.ErrnoException).syscall !== undefined || error instanceof DamagedArchive;
}

function* readFile({ file, stamp, state: before }: ReadJob, batch: Batch, kept?: KeptFiles): Generator<PartBatch> {
  const facts = new FileFacts(file.path, file.agent === null ? 'main' : 'agent', before);
  if (file.agent !== null) facts.agentFacts.push(...agentFactsOf(file.agent, metaOf(file.path)));
  let { offset } = file;
  let expected = { offset, generation: file.generation };
  let state = facts.state();
  const part = ({ size, mtime, inode }: FileStamp): FilePart => {
    const { id, session, agent } = file;
    const head = markOf(file.path, offset, kept);
    return { file: id, session, agent, expected, offset, size, mtime, inode, head, state, ...facts.take() };
  };
  for (const line of readLinesFrom(file.path, offset, stamp.size, { kept })) {
    const isEnded = line.bytes === undefined || line.bytes[line.bytes.length - 1] === 10;
    // It may be incomplete: it counts now, and is read again when the file grows.
    if (!isEnded) state = facts.state();
    if (isDoubtful(line)) facts.stopAttributing();
    for (const [at, object] of line.objects.entries()) facts.add(object, line.byte, at);
    batch.lines++;
    batch.bytesRead += line.length;
    if (!isEnded) break;
    offset = line.byte + line.length;
    if (!batch.isFull(facts.textLength)) continue;
    state = facts.state();
    const { textLength } = facts;
    batch.add(part({ ...stamp, mtime: -1 }), textLength);
    expected = { offset, generation: file.generation };
    yield batch.take();
  }
  if (offset === stamp.size) state = facts.state();
  const { textLength } = facts;
  batch.add(part(stamp), textLength);
}

class Batch {
  lines = 0;
  bytesRead = 0;
  filesDone = 0;
  failed: PartBatch['failed'] = [];
  private parts: FilePart[] = [];
  private textLength = 0;

  constructor(private readonly textAtOnce: number) {}

  isFull(more: number): boolean {
    if (this.bytesRead >= BYTES_AT_ONCE || this.parts.length >= PARTS_AT_ONCE) return true;
    return this.textLength + more >= this.textAtOnce || this.lines >= this.textAtOnce * LINES_PER_TEXT;
  }

  add(part: FilePart, textLength: number): void {
    this.parts.push(part);
    this.textLength += textLength;
  }

  take(): PartBatch {
    const { parts, textLength, filesDone, bytesRead, failed } = this;
    this.parts = [];
    this.textLength = 0;
    this.lines = 0;
    this.filesDone = 0;
    this.bytesRead = 0;
    this.failed = [];
    return { parts, textLength, filesDone, bytesRead, failed };
  }
}

import { sep } from 'node:path';
import type { Database } from '../sqlite/database.js';
import {
  type CataloguedArchive,
  type CataloguedTranscript,
  readCatalogue,
  type UnreadArchive,
} from './archive-catalogue.js';
import { ArchiveReader } from './archive-reader.js';
import { archiveStamp } from './archive-stamp.js';

/** The bytes of a transcript that is no longer on disk. */
export interface KeptBytes {
  /** Like `fs.readSync`: reads into `target` and returns the number of bytes. */
  read(target: Uint8Array, position: number): number;
}

/** A session with transcripts that are only in the archive. */
export interface KeptSession {
  sessionId: string;
  slug: string;
  /** The path of its own transcript, which may not exist. */
  main: string;
  transcripts: CataloguedTranscript[];
}

const MAX_OPEN = 16;
const PROJECTS = `${sep}projects${sep}`;

/**
 * Transcripts that are only in the archive. In the index they keep their paths, so that they can be searched; they are read
 * from the archive block by block.
 */
export class KeptFiles {
  private catalogue: { archives: CataloguedArchive[]; unread: UnreadArchive[] } | undefined;
  private places: Map<string, { archive: string; name: string }> | undefined;
  private readonly readers = new Map<string, ArchiveReader>();

  constructor(
    private readonly database: Database,
    private readonly folder: string,
    private readonly now: number,
  ) {}

  /** Changes with the archive folder; only then is the catalogue read again. */
  stamp(): string {
    return archiveStamp(this.folder, this.now);
  }

  /** The archived sessions and transcripts that are not among these paths on disk. */
  missing(present: ReadonlySet<string>): KeptSession[] {
    const places = new Set([...present].map(placeOf));
    return this.archives().flatMap(({ sessionId, slug, transcripts }) => {
      const kept = transcripts.filter(({ path }) => !present.has(path) && !places.has(placeOf(path)));
      const [first] = kept;
      if (!first) return [];
      const projects = first.path.slice(0, first.path.lastIndexOf(PROJECTS) + PROJECTS.length);
      return [{ sessionId, slug, main: `${projects}${slug}${sep}${sessionId}.jsonl`, transcripts: kept }];
    });
  }

  /** Archives that cannot be read. */
  unread(): readonly UnreadArchive[] {
    return this.read().unread;
  }

  /** Undefined if no archive has it. Throws `DamagedArchive`. */
  open(path: string): KeptBytes | undefined {
    const place = this.placesByPath().get(path);
    if (!place) return undefined;
    const reader = this.reader(place.archive);
    const file = reader.file(place.name);
    return file && { read: (target, position) => reader.read(file, target, position) };
  }

  close(): void {
    for (const reader of this.readers.values()) reader.close();
    this.readers.clear();
  }

  /** A few archives stay open, since hits of a search are often in the same ones. */
  private reader(archive: string): ArchiveReader {
    const known = this.readers.get(archive);
    if (known) return known;
    if (this.readers.size >= MAX_OPEN) this.close();
    const reader = new ArchiveReader(`${this.folder}${sep}${archive}`);
    this.readers.set(archive, reader);
    return reader;
  }

  private archives(): CataloguedArchive[] {
    return this.read().archives;
  }

  private read(): { archives: CataloguedArchive[]; unread: UnreadArchive[] } {
    this.catalogue ??= readCatalogue(this.database, this.folder);
    return this.catalogue;
  }

  private placesByPath(): Map<string, { archive: string; name: string }> {
    this.places ??= new Map(
      this.archives().flatMap(({ name: archive, transcripts }) =>
        transcripts.map(({ path, name }) => [path, { archive, name }] as const),
      ),
    );
    return this.places;
  }
}

/** The path within the config folder, so that a session in a renamed home is not taken for missing. */
function placeOf(path: string): string {
  const at = path.lastIndexOf(PROJECTS);
  return at < 0 ? path : path.slice(at);
}

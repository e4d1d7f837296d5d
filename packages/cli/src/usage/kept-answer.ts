import { mkdirSync, readFileSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { archiveFolder, archiveStamp, databaseFile, dataFolder, lookOf, type Sweep } from '@unspool/store';
import type { Io } from '../io.js';
import type { PlainRequest } from './plain-report.js';

/**
 * What a report said last, with everything it depends on before it. As long as all of that is the same, the same is said
 * again, and neither SQLite nor the prices are loaded for it.
 */
export class KeptAnswer {
  private readonly file: string;

  constructor(
    private readonly request: PlainRequest,
    private readonly swept: Sweep,
    private readonly io: Io,
  ) {
    const { kind, isJson } = request;
    this.file = join(dataFolder(io), 'answers', `usage-${kind}${isJson ? '-json' : ''}`);
  }

  /** Undefined where it has to be worked out. */
  said(): Buffer | undefined {
    // What cannot be looked into has to be told each time.
    if (this.swept.locked.length > 0) return undefined;
    const kept = contentOf(this.file);
    if (!kept) return undefined;
    const basis = this.basis();
    if (!kept.subarray(0, basis.length).equals(basis) || !kept.subarray(-END.length).equals(END)) return undefined;
    return kept.subarray(basis.length, -END.length);
  }

  /** Asked for when the store is closed: closing may still write to it. */
  keep(said: string): void {
    const draft = `${this.file}.${process.pid}`;
    try {
      mkdirSync(dirname(this.file), { recursive: true, mode: 0o700 });
      writeFileSync(draft, Buffer.concat([this.basis(), Buffer.from(said), END]), { mode: 0o600 });
      renameSync(draft, this.file);
    } catch {
      // A full or read-only disk: then the next one works it out as well.
      unlink(draft);
    }
  }

  private basis(): Buffer {
    const { io, swept } = this;
    const store = databaseFile(io);
    const parts = [
      // Of the bundled command, whose name carries a hash of all that makes an answer.
      import.meta.url,
      process.version,
      JSON.stringify([this.request.kind, this.request.isJson, io.columns, io.hasColour]),
      zoneOf(io),
      lookOf(join(dataFolder(io), 'prices.json')),
      lookOf(store),
      lookOf(`${store}-wal`),
      archiveStamp(archiveFolder(io), io.now),
      '',
    ];
    return Buffer.concat([Buffer.from(parts.join('\0')), swept.bytes()]);
  }
}

/** Nothing waits for the disk: after a power cut the end may be missing. */
const END = Buffer.from('\0end\n');

function unlink(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // There is not even a folder.
  }
}

function contentOf(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    // The first time, or not to be read.
    return undefined;
  }
}

/** What tells the machine's time zone. Its name takes as long to learn as all else together. */
function zoneOf({ env }: Io): string {
  const names = [0, 6].map((month) => new Date(2026, month).toString());
  return [env['TZ'], zoneLink(), ...names].join(' ');
}

function zoneLink(): string {
  try {
    return readlinkSync('/etc/localtime');
  } catch {
    // Windows, or a plain file.
    return lookOf('/etc/localtime') ?? '';
  }
}

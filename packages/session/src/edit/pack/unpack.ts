import { createHash, type Hash } from 'node:crypto';
import { closeSync, createReadStream, openSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { makeFolder } from '../../write/make-folder.js';
import { namingFile } from '../../write/name-failure.js';
import { FileSink } from '../../write/sink.js';
import {
  MANIFEST,
  mostUnpacked,
  PACK_LIMITS,
  type PackedFile,
  type PackLimits,
  type PackManifest,
  readManifest,
} from './manifest.js';
import { ArchiveError, type TarFile, TarReader } from './tar.js';

const MAX_MANIFEST = 32 * 1024 * 1024;
/**
 * Unpacks into an empty folder and returns the manifest. Writes only files that the manifest names, each with the
 * stated size and content. Anything else throws an `ArchiveError`; then the caller removes the folder.
 */
export async function unpackTo(file: string, folder: string, limits: PackLimits = PACK_LIMITS): Promise<PackManifest> {
  const target = new Target(folder, limits);
  const reader = new TarReader((name, size) => target.open(name, size));
  const most = mostUnpacked(statSync(file).size);
  const packed = createReadStream(file);
  let total = 0;
  try {
    const unzipped = createGunzip();
    packed.on('error', (error) => unzipped.destroy(error)).pipe(unzipped);
    for await (const chunk of unzipped) {
      total += (chunk as Buffer).length;
      if (total > most) throw new ArchiveError('it expands far more than a session does');
      reader.push(chunk as Buffer);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code?.startsWith('Z_'))
      throw new ArchiveError('it is not a packed session, or it is damaged', { cause: error });
    throw error;
  } finally {
    packed.destroy();
    target.close();
  }
  reader.end();
  return target.finished();
}

class Target {
  private manifest: PackManifest | undefined;
  private readonly expected = new Map<string, PackedFile>();
  private fd: number | undefined;

  constructor(
    private readonly folder: string,
    private readonly limits: PackLimits,
  ) {}

  open(name: string, size: number): TarFile {
    if (!this.manifest) return this.openManifest(name, size);
    const file = this.expected.get(name);
    if (!file)
      throw new ArchiveError(
        `it contains ${JSON.stringify(name)}, which is not in its manifest, or is in the archive twice`,
      );
    if (file.size !== size) throw new ArchiveError(`${name} does not have the size that the manifest states`);
    this.expected.delete(name);
    return this.openFile(file);
  }

  finished(): PackManifest {
    const [missing] = this.expected.keys();
    if (!this.manifest) throw new ArchiveError('it is empty');
    if (missing !== undefined) throw new ArchiveError(`${missing} is missing`);
    return this.manifest;
  }

  close(): void {
    if (this.fd !== undefined) closeSync(this.fd);
    this.fd = undefined;
  }

  private openManifest(name: string, size: number): TarFile {
    if (name !== MANIFEST) throw new ArchiveError('it is not a packed session: it has no manifest');
    if (size > MAX_MANIFEST) throw new ArchiveError('its manifest is too long');
    const parts: Buffer[] = [];
    return {
      write: (bytes) => parts.push(Buffer.from(bytes)),
      end: () => {
        this.manifest = readManifest(Buffer.concat(parts).toString('utf8'), this.limits);
        for (const file of this.manifest.files) this.expected.set(file.name, file);
      },
    };
  }

  private openFile({ name, sha256 }: PackedFile): TarFile {
    const path = join(this.folder, ...name.split('/'));
    makeFolder(dirname(path));
    const fd = openSync(path, 'wx', 0o600);
    this.fd = fd;
    const sink = new FileSink(fd);
    const hash: Hash = createHash('sha256');
    return {
      write: (bytes) => {
        hash.update(bytes);
        namingFile(path, () => sink.write(bytes));
      },
      end: () => {
        namingFile(path, () => sink.flush());
        this.close();
        if (hash.digest('hex') !== sha256)
          throw new ArchiveError(`${name} is not what was packed: its checksum differs`);
      },
    };
  }
}

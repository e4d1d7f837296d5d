import { createWriteStream, existsSync, lstatSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip, type ZlibOptions } from 'node:zlib';
import { type Family, placeInSession } from '../../locate/family.js';
import { hashOfStart } from '../../read/hash-of-start.js';
import { readChunks } from '../../read/read-lines.js';
import { nameFailure } from '../../write/name-failure.js';
import { filesBelow } from '../move/plan-move.js';
import { isPackedName, MANIFEST, mostUnpacked, type PackManifest } from './manifest.js';
import { TAR_END, tarHeader, tarPadding } from './tar.js';

/** A file to pack, and its name in the archive. */
export interface FileToPack {
  file: string;
  name: string;
}

/**
 * Returns all files of a session that another machine can use. `left`: files that cannot be packed, for example because
 * of their name.
 */
export function filesToPack(family: Family, main: string, sessionId: string): { files: FileToPack[]; left: string[] } {
  const project = dirname(main);
  const own = join(project, family.sessionId);
  const notes: string[] = [];
  const inProject = (file: string) => {
    const inner = placeInSession(file, family.sessionId);
    return inner === undefined ? nameOf('project', relative(project, file)) : nameOf(`project/${sessionId}`, inner);
  };
  const agents = family.agents.flatMap((agent) => [
    agent.file,
    ...(agent.metaFile === undefined ? [] : [agent.metaFile]),
  ]);
  // Files of sub-agents in worktrees are in other projects.
  const strays = [...family.toolResults.map((result) => result.file), ...family.others].flatMap((path) =>
    lstatSync(path).isFile() ? [path] : filesBelow(path, notes),
  );
  const files: FileToPack[] = [
    { file: main, name: `project/${sessionId}.jsonl` },
    ...[...new Set([...filesBelow(own, notes), ...agents, ...strays])].map((file) => ({ file, name: inProject(file) })),
    ...(family.fileHistory === undefined ? [] : filesBelow(family.fileHistory, notes)).map((file) => ({
      file,
      name: `file-history/${sessionId}/${basename(file)}`,
    })),
    ...family.todos.map((file) => ({ file, name: `todos/${basename(file)}` })),
    ...family.plans.map((file) => ({ file, name: `plans/${basename(file)}` })),
  ];
  // The session and its worktree may each have a file of this name; the session's own comes first.
  const packed = new Map<string, FileToPack>();
  const left: string[] = [];
  for (const each of files) {
    if (isPackedName(each.name, sessionId) && !packed.has(each.name)) packed.set(each.name, each);
    else left.push(each.file);
  }
  return { files: [...packed.values()], left: [...left, ...new Set(notes)] };
}

function nameOf(folder: string, path: string): string {
  return [folder, ...path.split(sep)].join('/');
}

/** Writes the archive. A session that grows meanwhile is packed in its state at the start. */
export async function packFiles(
  files: readonly FileToPack[],
  about: Omit<PackManifest, 'version' | 'files'>,
  out: string,
): Promise<PackManifest> {
  const manifest = manifestOf(files, about);
  if (existsSync(out)) throw new Error(`${out} already exists`);
  const draft = `${out}.${process.pid}.tmp`;
  try {
    await writeArchive(files, manifest, draft, {});
    const unpacked = manifest.files.reduce((sum, { size }) => sum + size, 0);
    // Very repetitive text would look like an archive that was made to fill a disk. Huffman coding alone does not
    // compress that far.
    if (unpacked > mostUnpacked(statSync(draft).size) / 2) {
      rmSync(draft);
      await writeArchive(files, manifest, draft, { strategy: constants.Z_HUFFMAN_ONLY });
    }
    renameSync(draft, out);
  } catch (error) {
    throw nameFailure(error, out);
  } finally {
    rmSync(draft, { force: true });
  }
  return manifest;
}

/** Returns the manifest of an archive of these files. */
export function manifestOf(files: readonly FileToPack[], about: Omit<PackManifest, 'version' | 'files'>): PackManifest {
  const packed = files.map(({ file, name }) => {
    const { size } = statSync(file);
    return { name, size, sha256: hashOfStart(file, size) };
  });
  return { version: 1, ...about, files: packed };
}

async function writeArchive(
  files: readonly FileToPack[],
  manifest: PackManifest,
  draft: string,
  options: ZlibOptions,
): Promise<void> {
  const bytes = Readable.from(archive(files, manifest), { objectMode: false, highWaterMark: 1024 * 1024 });
  await pipeline(bytes, createGzip(options), createWriteStream(draft, { flags: 'wx', mode: 0o600 }));
}

function* archive(files: readonly FileToPack[], manifest: PackManifest): Generator<Buffer> {
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  yield tarHeader(MANIFEST, text.length);
  yield text;
  yield tarPadding(text.length);
  for (const [at, { file }] of files.entries()) {
    const { name = '', size = 0 } = manifest.files[at] ?? {};
    yield tarHeader(name, size);
    let left = size;
    for (const chunk of left > 0 ? readChunks(file) : []) {
      // The stream keeps the chunk, but the reader reuses its memory.
      yield Buffer.from(chunk.subarray(0, left));
      left -= Math.min(left, chunk.length);
      if (left === 0) break;
    }
    if (left > 0) throw new Error(`${file} became shorter while it was packed`);
    yield tarPadding(size);
  }
  yield TAR_END;
}

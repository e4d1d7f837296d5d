import { createWriteStream, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { hashOfStart } from '../line/hash-of-start.js';
import { readChunks } from '../line/read-lines.js';
import type { Family } from '../locate/family.js';
import { filesBelow } from './move-plan.js';
import { isPackedName, MANIFEST, type PackManifest } from './pack-manifest.js';
import { TAR_END, tarHeader, tarPadding } from './pack-tar.js';

/** A file to be packed, and its name in the archive. */
export interface FileToPack {
  file: string;
  name: string;
}

/** Everything of a session that another machine can use. What is named oddly is left out and told. */
export function filesToPack(family: Family, main: string, sessionId: string): { files: FileToPack[]; left: string[] } {
  const project = dirname(main);
  const own = join(project, family.sessionId);
  const notes: string[] = [];
  const inProject = (file: string) => {
    const inner = relative(own, file);
    return inner.startsWith('..') ? nameOf('project', relative(project, file)) : nameOf(`project/${sessionId}`, inner);
  };
  const agents = family.agents.flatMap((agent) => [
    agent.file,
    ...(agent.metaFile === undefined ? [] : [agent.metaFile]),
  ]);
  const files: FileToPack[] = [
    { file: main, name: `project/${sessionId}.jsonl` },
    ...[...new Set([...filesBelow(own, notes), ...agents])].map((file) => ({ file, name: inProject(file) })),
    ...(family.fileHistory === undefined ? [] : filesBelow(family.fileHistory, notes)).map((file) => ({
      file,
      name: `file-history/${sessionId}/${basename(file)}`,
    })),
    ...family.todos.map((file) => ({ file, name: `todos/${basename(file)}` })),
    ...family.plans.map((file) => ({ file, name: `plans/${basename(file)}` })),
  ];
  const left = files.filter((each) => !isPackedName(each.name, sessionId)).map((each) => each.file);
  return { files: files.filter((each) => isPackedName(each.name, sessionId)), left: [...left, ...notes] };
}

function nameOf(folder: string, path: string): string {
  return [folder, ...path.split(sep)].join('/');
}

/** Writes the archive, file by file. A session that grows meanwhile is packed as it was when this began. */
export async function packFiles(
  files: readonly FileToPack[],
  about: Omit<PackManifest, 'version' | 'files'>,
  out: string,
): Promise<PackManifest> {
  const packed = files.map(({ file, name }) => {
    const { size } = statSync(file);
    return { name, size, sha256: hashOfStart(file, size) };
  });
  const manifest: PackManifest = { version: 1, ...about, files: packed };
  if (existsSync(out)) throw new Error(`${out} is there already`);
  const draft = `${out}.${process.pid}.tmp`;
  try {
    const bytes = Readable.from(archive(files, manifest), { objectMode: false, highWaterMark: 1024 * 1024 });
    await pipeline(bytes, createGzip(), createWriteStream(draft, { flags: 'wx', mode: 0o600 }));
    renameSync(draft, out);
  } finally {
    rmSync(draft, { force: true });
  }
  return manifest;
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
      // The stream keeps what it is given; the reader uses its memory again.
      yield Buffer.from(chunk.subarray(0, left));
      left -= Math.min(left, chunk.length);
      if (left === 0) break;
    }
    if (left > 0) throw new Error(`${file} became shorter while it was packed`);
    yield tarPadding(size);
  }
  yield TAR_END;
}

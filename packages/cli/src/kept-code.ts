import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import nodeModule from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { constants, Script } from 'node:vm';

/** The part of Node's modules that loads one; it is public, but has no type. */
interface Loaded extends NodeJS.Module {
  _compile(content: string, filename: string): unknown;
}

/** `from` is the folder of our files, whose names carry a hash of what is in them. */
export interface CodePlace {
  from: string;
  folder: string;
}

/** `url`: of one of our files. */
export function codePlace(url: string, dataFolder: string): CodePlace {
  return {
    from: dirname(fileURLToPath(url)),
    folder: join(dataFolder, `compiled-${process.version}-${process.arch}`),
  };
}

/** From 22.1 on Node keeps what it compiled, once it is told to. True where there is nothing left for us to do. */
export function isKeptByNode(): boolean {
  const { enableCompileCache } = nodeModule as { enableCompileCache?: () => void };
  enableCompileCache?.();
  return enableCompileCache !== undefined || Boolean(process.env['NODE_DISABLE_COMPILE_CACHE']);
}

/**
 * Keeps what V8 made of our own files, so that the next start need not compile them again: a seventh of the time of a
 * short command. Nothing is kept where `folder` has no place to stand.
 */
export function keepCode(place: CodePlace): void {
  const made = useKeptCode(place);
  process.on('exit', () => {
    if (made.length > 0 && existsSync(dirname(place.folder))) save(made, place);
  });
}

interface Made {
  file: string;
  script: Script;
}

/** Loads what was kept, as a thread does; gives what had to be compiled. */
export function useKeptCode({ from, folder }: CodePlace): readonly Made[] {
  const made: Made[] = [];
  if (!isOursAlone(folder)) return made;
  const loader = nodeModule.prototype as unknown as Loaded;
  const compile = loader._compile;
  loader._compile = function (this: Loaded, content, filename) {
    if (dirname(filename) !== from || !HASHED.test(filename)) return compile.call(this, content, filename);
    const file = join(folder, `${basename(filename)}.bin`);
    const cachedData = keptIn(file);
    const script = new Script(nodeModule.wrap(content), {
      filename,
      ...(cachedData && { cachedData }),
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
    if (!cachedData || script.cachedDataRejected) made.push({ file, script });
    const require = (id: string) => this.require(id);
    return script.runInThisContext().call(this.exports, this.exports, require, this, filename, from);
  };
  return made;
}

/** What is kept is run: nobody else may have put it there. */
function isOursAlone(folder: string): boolean {
  let stats: Stats | undefined;
  try {
    stats = statSync(folder, { throwIfNoEntry: false });
  } catch {
    // Below a file, or not to be looked at: no place to keep anything.
    return false;
  }
  if (!stats || !process.getuid) return true;
  return stats.uid === process.getuid() && (stats.mode & 0o022) === 0;
}

const HASHED = /-[\w-]{8}\.js$/;

/**
 * V8 does not look whether what it is given is whole, and would end the process: so it is written twice, and counts
 * when both are the same.
 */
function keptIn(file: string): Buffer | undefined {
  let both: Buffer;
  try {
    both = readFileSync(file);
  } catch {
    // Not kept yet, or not to be read.
    return undefined;
  }
  const half = both.length / 2;
  const kept = both.subarray(0, half);
  return half > 0 && kept.equals(both.subarray(half)) ? kept : undefined;
}

function save(made: readonly Made[], { from, folder }: CodePlace): void {
  try {
    if (!existsSync(folder)) mkdirSync(folder, 0o700);
    for (const { file, script } of made) {
      const draft = `${file}.${process.pid}`;
      const data = script.createCachedData();
      writeFileSync(draft, Buffer.concat([data, data]));
      renameSync(draft, file);
    }
    // What belongs to another build.
    for (const name of readdirSync(folder)) {
      if (!existsSync(join(from, name.replace(/\.bin(\.\d+)?$/, '')))) rmSync(join(folder, name), { force: true });
    }
  } catch {
    // A full or read-only disk: then the next start compiles as this one did.
  }
}

// Prepares `npm start` and `npm test`: installs packages and builds, each only if needed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const shell = process.platform === 'win32';
const stamps = join(root, 'node_modules/.cache/unspool');

export function install() {
  const wanted = hashOf([join(root, 'package-lock.json'), join(root, 'package.json'), ...manifests()]);
  if (isStamped('install', wanted) && isComplete()) return;
  say('Installing packages (once)…');
  const npm = ['install', '--no-audit', '--no-fund', '--loglevel=error'];
  run('npm', npm);
  // The lock may not name the programs for this system, and older npms then leave them out.
  if (!hasPrograms()) run('npm', [...npm, '--no-package-lock']);
  stamp('install', wanted);
}

/** Native programs for this system, each in its own package. */
function hasPrograms() {
  const starts = (command, args) => spawnSync(command, args, { cwd: root, stdio: 'ignore', shell }).status === 0;
  return starts(bin('biome'), ['--version']) && starts(bin('rolldown'), ['--version']);
}

/** Detects packages that were removed by hand. */
function isComplete() {
  if (!existsSync(join(root, 'node_modules/.package-lock.json'))) return false;
  const names = [join(root, 'package.json'), ...manifests()].flatMap((file) => {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(file, 'utf8'));
    return Object.keys({ ...dependencies, ...devDependencies }).map((name) => [dirname(file), name]);
  });
  return names.every(([folder, name]) => [root, folder].some((at) => existsSync(join(at, 'node_modules', name))));
}

export function build() {
  const wanted = hashOf(sources());
  if (isBuilt(wanted)) return;
  say('Building…');
  run(process.execPath, [join(root, 'scripts/build.mjs')]);
  stamp('build', wanted);
}

/** Whether the last build was one of the present sources. */
export function isBuilt(wanted = hashOf(sources())) {
  return isStamped('build', wanted) && existsSync(join(root, 'packages/cli/dist/unspool.js'));
}

/** Runs a command with our streams. Exits if it fails. */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['inherit', options.quiet ? 'ignore' : 2, 'inherit'],
    shell: shell && command === 'npm',
    ...options,
  });
  if (error) say(`${command}: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

export function bin(name) {
  return join(root, 'node_modules/.bin', process.platform === 'win32' ? `${name}.cmd` : name);
}

export function say(text) {
  process.stderr.write(`${text}\n`);
}

function manifests() {
  return readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name, 'package.json'));
}

function sources() {
  const files = [join(root, 'package-lock.json'), join(root, 'tsconfig.base.json'), ...manifests()];
  const folders = readdirSync(join(root, 'packages'))
    .flatMap((name) => [join(root, 'packages', name, 'src'), join(root, 'packages', name, 'assembly')])
    .filter((folder) => existsSync(folder));
  for (const folder of [...folders, join(root, 'packages/web/app'), join(root, 'scripts')]) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) files.push(join(entry.parentPath ?? entry.path, entry.name));
    }
  }
  return files.sort();
}

function hashOf(files) {
  const hash = createHash('sha256').update(process.version);
  for (const file of files) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

function isStamped(name, wanted) {
  const file = join(stamps, name);
  return existsSync(file) && readFileSync(file, 'utf8') === wanted;
}

function stamp(name, wanted) {
  mkdirSync(stamps, { recursive: true });
  writeFileSync(join(stamps, name), wanted);
}

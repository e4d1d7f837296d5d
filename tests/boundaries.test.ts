import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** Doors only downwards: what each package may import of ours. */
const mayImport: Record<string, string[]> = {
  '@unspool/session': [],
  '@unspool/redact': [],
  '@unspool/foreign': ['@unspool/session', '@unspool/redact'],
  '@unspool/store': ['@unspool/session', '@unspool/redact'],
  '@unspool/mcp': ['@unspool/session', '@unspool/redact', '@unspool/foreign', '@unspool/store'],
  '@unspool/trace': ['@unspool/session', '@unspool/redact'],
  '@unspool/agent': ['@unspool/session', '@unspool/redact'],
  '@unspool/team': ['@unspool/session', '@unspool/redact', '@unspool/store'],
  '@unspool/web': [
    '@unspool/session',
    '@unspool/redact',
    '@unspool/foreign',
    '@unspool/store',
    '@unspool/trace',
    '@unspool/agent',
    '@unspool/team',
  ],
  unspool: [
    '@unspool/session',
    '@unspool/redact',
    '@unspool/foreign',
    '@unspool/store',
    '@unspool/trace',
    '@unspool/agent',
    '@unspool/team',
    '@unspool/mcp',
    '@unspool/web',
  ],
};

interface Package {
  name: string;
  folder: string;
  /** The command is published as a bundle, so what it contains is only needed to build it. */
  declared: Set<string>;
  files: string[];
}

const packages = readdirSync(join(root, 'packages')).map((name): Package => {
  const folder = join(root, 'packages', name);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return {
    name: manifest.name,
    folder,
    declared: new Set(Object.keys({ ...manifest.dependencies, ...(manifest.bin && manifest.devDependencies) })),
    files: sourcesIn(join(folder, 'src')),
  };
});

describe('the packages', () => {
  it.each(packages.map((pkg) => [pkg.name, pkg] as const))('%s imports only what it may', (_, pkg) => {
    const allowed = mayImport[pkg.name];
    expect(allowed, `${pkg.name} is missing from mayImport`).toBeDefined();
    const faults: string[] = [];
    for (const file of pkg.files) {
      for (const specifier of importsOf(file)) {
        const fault = faultOf(specifier, file, pkg, allowed ?? []);
        if (fault) faults.push(`${relative(root, file)}: ${specifier} ${fault}`);
      }
    }
    expect(faults).toEqual([]);
  });

  it('have no import cycles', () => {
    for (const pkg of packages) expect(cycleIn(pkg.files), pkg.name).toBeUndefined();
  });

  it.each([
    ['session', 'browser', 10],
    ['session', 'models', 3],
    ['session', 'tools', 8],
    ['redact', 'browser', 10],
  ])('keeps the part %s/%s free of node', (name, door, files) => {
    const reached = reachableFrom(join(root, 'packages', name, `src/${door}.ts`));
    expect(reached.size).toBeGreaterThan(files);
    const faults = [...reached].flatMap((file) =>
      importsOf(file)
        .filter((specifier) => specifier.startsWith('node:'))
        .map((specifier) => `${relative(root, file)}: ${specifier}`),
    );
    expect(faults).toEqual([]);
  });

  it('would notice a fault', () => {
    const pkg: Package = {
      name: '@unspool/session',
      folder: join(root, 'packages/session'),
      declared: new Set(),
      files: [],
    };
    const file = join(pkg.folder, 'src/index.ts');
    expect(faultOf('unspool', file, pkg, [])).toContain('upward');
    expect(faultOf('left-pad', file, pkg, [])).toContain('declared');
    expect(faultOf('../../cli/src/index.js', file, pkg, [])).toContain('leaves');
    expect(faultOf('fs', file, pkg, [])).toContain('node:');
    expect(faultOf('node:fs', file, pkg, [])).toBeUndefined();
  });
});

function faultOf(specifier: string, file: string, pkg: Package, allowed: string[]): string | undefined {
  if (specifier.startsWith('.')) {
    return resolve(dirname(file), specifier).startsWith(pkg.folder) ? undefined : 'leaves its package';
  }
  if (specifier.startsWith('node:')) return undefined;
  if (builtinModules.includes(specifier)) return 'needs the node: prefix';
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  if (name in mayImport && !allowed.includes(name)) return 'is an upward import';
  return pkg.declared.has(name) ? undefined : 'is not declared in package.json';
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [
    ...text.matchAll(
      /(?:^|\n)\s*(?:import|export)\b[^;'"]*?from\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]|(?:^|\n)import\s*['"]([^'"]+)['"]/g,
    ),
  ]
    .map((match) => match[1] ?? match[2] ?? match[3] ?? '')
    .filter((specifier) => specifier !== '');
}

function neighboursOf(file: string): string[] {
  return importsOf(file)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => resolve(dirname(file), specifier).replace(/\.js(x?)$/, '.ts$1'));
}

function reachableFrom(start: string): Set<string> {
  const reached = new Set([start]);
  for (const file of reached) for (const next of neighboursOf(file)) reached.add(next);
  return reached;
}

function cycleIn(files: string[]): string[] | undefined {
  const done = new Set<string>();
  const visit = (file: string, path: string[]): string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file].map((at) => relative(root, at));
    if (done.has(file)) return undefined;
    for (const next of neighboursOf(file).filter((at) => files.includes(at))) {
      const circle = visit(next, [...path, file]);
      if (circle) return circle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of files) {
    const circle = visit(file, []);
    if (circle) return circle;
  }
  return undefined;
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

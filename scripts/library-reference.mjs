// Writes docs/library-reference.md from the entry points of @unspool/session and the comments of their exports.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const session = join(root, 'packages/session');
const page = join(root, 'docs/library-reference.md');
const HEAD = `# Library reference

Every export of \`@unspool/session\`, with a section for each entry point. [The library](library.md) explains how to use them.
This page is generated: change the comments in the source, then run \`node scripts/library-reference.mjs\`.
`;

/** Every entry point with its groups of names, in file order. */
export function doors() {
  const { exports } = JSON.parse(readFileSync(join(session, 'package.json'), 'utf8'));
  return Object.keys(exports).map((path) => {
    const name = path === '.' ? 'index' : path.slice(2);
    const file = join(session, 'src', `${name}.ts`);
    const text = readFileSync(file, 'utf8');
    return { name, specifier: join('@unspool/session', path), summary: summaryOf(text), groups: groupsOf(text, file) };
  });
}

/** The expected content of the page. */
export function referencePage() {
  return [HEAD, ...doors().map(section)].join('\n');
}

function section({ specifier, summary, groups }) {
  return `## \`${specifier}\`\n\n${summary}\n${groups.map(table).join('')}`;
}

function table({ title, names }) {
  const rows = names.map(
    ({ name, kind, sentence }) => `| \`${name}\` | ${kind} | ${sentence.replaceAll('|', '\\|')} |`,
  );
  return `\n${title ? `${title}\n\n` : ''}| Name | Kind | What it is |\n|---|---|---|\n${rows.join('\n')}\n`;
}

function summaryOf(text) {
  return /^\/\*\* (.*) \*\/\n/.exec(text)?.[1] ?? '';
}

/** A line comment starts a group. */
function groupsOf(text, file) {
  const groups = [];
  for (const [, title, list, from] of text.matchAll(/^\/\/ (.*)$|^export ((?:type )?\{[^}]+\}) from '([^']+)';$/gm)) {
    if (title !== undefined) groups.push({ title, names: [] });
    else {
      if (groups.length === 0) groups.push({ title: '', names: [] });
      groups.at(-1).names.push(...exportedNames(list).map((each) => described(each, sourceOf(file, from))));
    }
  }
  return groups;
}

/** `{ type A, b as c }` or `type { A }`: each name inside its file and as exported. */
function exportedNames(list) {
  const parts = list.replace(/^(type )?\{|\}$/g, '').split(',');
  const isAllTypes = list.startsWith('type ');
  return parts.flatMap((part) => {
    const [, type, own, name = own] = /^\s*(type )?(\w+)(?: as (\w+))?\s*$/.exec(part) ?? [];
    return own === undefined ? [] : [{ own, name, isType: isAllTypes || type !== undefined }];
  });
}

function described({ own, name, isType }, file) {
  const text = readFileSync(file, 'utf8');
  const found = new RegExp(
    `(?:/\\*\\*((?:(?!\\*/)[^])*)\\*/\\n)?^export (?:async )?(function|class|const|interface|type)\\*? ${own}\\b(.*)`,
    'm',
  ).exec(text);
  if (found) {
    const kind = isType ? 'type' : kindOf(found[2], found[3]);
    return { name, kind, sentence: firstSentence(found[1] ?? '') };
  }
  for (const [, list, from] of text.matchAll(/^export ((?:type )?\{[^}]+\}) from '([^']+)';$/gm)) {
    const passedOn = exportedNames(list).find((each) => each.name === own);
    if (passedOn) return { ...described({ ...passedOn, isType }, sourceOf(file, from)), name };
  }
  throw new Error(`${file} does not export ${own}`);
}

function kindOf(keyword, rest) {
  if (keyword === 'const') return rest.startsWith(' = (') ? 'function' : 'constant';
  return keyword;
}

function firstSentence(comment) {
  const text = comment
    .replaceAll(/^\s*\*? ?/gm, '')
    .replaceAll('\n', ' ')
    .trim();
  return /^.*?\.(?=\s|$)/.exec(text)?.[0] ?? '';
}

function sourceOf(file, from) {
  return resolve(dirname(file), from.replace(/\.js$/, '.ts'));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(page, referencePage());

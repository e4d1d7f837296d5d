import picomatch from 'picomatch';
import { mayMatchInside, namedPath, pathsOf } from './path-rule.js';
import type { PermissionContext, PermissionRule } from './permission.js';
import { isRecursive } from './read-only-command.js';
import type { ParsedRule } from './rule.js';
import type { Word } from './shell/script.js';

/** How many names to check before giving up and asking. */
const MAX_NAMES = 3000;

/** The deny rule for something in a folder that a command reads completely: `grep -r x .`. */
export function deniedInside(
  words: readonly Word[],
  rules: readonly ParsedRule[],
  context: PermissionContext,
): PermissionRule | undefined {
  if (rules.length === 0 || !isRecursive(words)) return undefined;
  const named = words.slice(1).filter(({ text }) => !text.startsWith('-'));
  // The first may be the search pattern. Treating it as a folder does no harm.
  const folders = [...(namesFolder(words) ? [] : ['.']), ...named.map(({ text }) => text)];
  const paths = folders.map((folder) => namedPath(folder, context).real);
  return rules.find(({ content, rule }) =>
    paths.some((path) => mayMatchInside(content ?? '', rule, path, context) && mayHold(path, content ?? '', context)),
  )?.rule;
}

/** Whether a path follows the search pattern; without one, the current folder is searched. Option values are not paths. */
function namesFolder(words: readonly Word[]): boolean {
  const texts = words.slice(words[0]?.text === 'git' ? 2 : 1).map(({ text }) => text);
  const isValue = (at: number) => /^(?:-[a-zA-Z]*[ABCmefgtTdjM]|--[a-z-]+)$/.test(texts[at - 1] ?? '');
  return texts.filter((text, at) => !text.startsWith('-') && !isValue(at)).length > 1;
}

/** Whether a file with the rule's last name exists somewhere below a folder. */
function mayHold(folder: string, content: string, context: PermissionContext): boolean {
  const { namesIn } = context;
  const name = content.split('/').findLast((part) => part !== '' && part !== '**');
  if (!namesIn || name === undefined) return true;
  const isMatch = picomatch(name, { dot: true, nocase: true, nonegate: true });
  const folders = [folder];
  for (let looked = 0, next = folders.pop(); next !== undefined; next = folders.pop()) {
    const names = namesIn(next);
    looked += names.length;
    if (looked > MAX_NAMES || names.some((each) => isMatch(each))) return true;
    for (const each of names) folders.push(pathsOf(context).join(next, each));
  }
  return false;
}

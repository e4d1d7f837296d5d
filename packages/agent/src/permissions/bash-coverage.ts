import { TOOL } from '@unspool/session/tools';
import { runsPrograms } from '../context/git-guard.js';
import { allowsCommand, isPrefixRule } from './bash-rule.js';
import { decidePath, isInWorkingFolders } from './decide-path.js';
import { namedPath } from './path-rule.js';
import { pathsMatching } from './patterns-on-disk.js';
import type { PermissionContext } from './permission.js';
import { isFolderChange, isHarmlessVariable, isRecursive, readsOf } from './read-only-command.js';
import { type ParsedRule, rulesFor } from './rule.js';
import type { Command, Script, Word } from './shell/script.js';
import { innerOf } from './shell/wrappers.js';
import { writingOption } from './writing-option.js';

/** The folders that a command may run in; undefined: any. After a conditional `cd` there are several. */
type Folders = readonly string[] | undefined;

const MAX_FOLDERS = 8;

/** These read the current folder if no path is given. */
const READS_FOLDER = new Set(['ls', 'git', 'grep', 'egrep', 'fgrep', 'rg', 'find', 'du', 'tree']);
const HERE: Word = { text: '.', raw: '.', isLiteral: true, hasGlob: false };

/** The commands of a script that no rule allows and that are not known to only read inside the project. */
export function uncovered(script: Script, context: PermissionContext): Command[] {
  const coverage = new Coverage(context);
  return script.commands.filter((command) => !coverage.covers(command));
}

/** Checks a script command by command, since `cd` changes what later paths mean. */
class Coverage {
  private folders: Folders;
  private readonly rules: ParsedRule[];

  constructor(private readonly context: PermissionContext) {
    this.folders = [context.cwd];
    this.rules = rulesFor('allow', [TOOL.Bash], context);
  }

  covers(command: Command): boolean {
    const { words, assignments, redirects } = command;
    if (!assignments.every(({ name, value }) => isHarmlessVariable(name) && !value.text.includes('[$'))) return false;
    // A pattern after `<` may match any file, including a link to one elsewhere.
    const isOpen = redirects.every(
      ({ kind, target }) => !target.hasGlob && this.allowsPath(kind === 'read' ? 'read' : 'edit', target),
    );
    if (!isOpen) return false;
    return words.length === 0 || this.coversWords(words);
  }

  private coversWords(words: readonly Word[]): boolean {
    const isMove = isFolderChange(words) || /^(?:pushd|popd)$/.test(words[0]?.text ?? '');
    const isAllowed = this.isAllowedByRule(words) || (isMove ? this.staysInside(words) : this.isHarmless(words));
    if (isMove) this.move(words);
    return isAllowed;
  }

  private isAllowedByRule(words: readonly Word[]): boolean {
    const writing = writingOption(words);
    const isAllowed = this.rules.some(
      ({ content }) =>
        content === undefined ||
        (allowsCommand(content, words) && (writing === undefined || content.includes(writing))),
    );
    if (!isAllowed) return false;
    // A rule for `find` allows searching; what `find` runs must be allowed separately.
    if (!/^(?:find|fd|fdfind)$/.test(words[0]?.text ?? '')) return true;
    return innerOf(words).every((inner) => inner.kind === 'other' && this.isAllowedByRule(inner.words));
  }

  private isHarmless(words: readonly Word[]): boolean {
    const [inner] = innerOf(words);
    if (inner?.kind === 'transparent')
      return inner.variables.every(isHarmlessVariable) && this.coversWords(inner.words);
    if (inner?.kind === 'xargs') return this.isAllowedWithMore(inner.words);
    if (inner?.kind === 'script') {
      return inner.script.doubt === undefined && inner.script.commands.every((command) => this.covers(command));
    }
    if (inner !== undefined) return false;
    return this.onlyReads(words) || this.onlyEdits(words);
  }

  /** Unknown arguments will be added, so the rule must allow all arguments. */
  private isAllowedWithMore(words: readonly Word[]): boolean {
    return this.rules.some(
      ({ content }) => content === undefined || (isPrefixRule(content) && allowsCommand(content, words)),
    );
  }

  private onlyReads(words: readonly Word[]): boolean {
    const named = readsOf(words);
    if (!named) return false;
    const reads = named.length === 0 && READS_FOLDER.has(words[0]?.text ?? '') ? [HERE] : named;
    if (words[0]?.text === 'git' && !this.isHarmlessRepository()) return false;
    if (isRecursive(words) && rulesFor('deny', [TOOL.Read], this.context).length > 0) return false;
    const isList = /^(?:ls|echo|printf)$/.test(words[0]?.text ?? '');
    return reads.every(
      (word) => this.allowsPath('read', word) && (!word.hasGlob || (isList && this.allowsPattern(words, word))),
    );
  }

  private isHarmlessRepository(): boolean {
    return (this.folders ?? []).every((folder) => {
      const repository = this.context.gitRepository?.(folder);
      return !repository || !runsPrograms(repository);
    });
  }

  /** Patterns that only list one folder are safe, except for `ls`: a matching name may be an option or a link. */
  private allowsPattern([program]: readonly Word[], { text }: Word): boolean {
    // A pattern before the last slash may match a link to any folder.
    if (!this.folders || /[*?[].*\//.test(text)) return false;
    if (program?.text !== 'ls') return true;
    return this.folders.every((folder) =>
      pathsMatching(text, { ...this.context, cwd: folder }).every(
        (path) =>
          decidePath('read', path, this.context).behavior === 'allow' &&
          (text.includes('/') || !/[/\\]-[^/\\]*$/.test(path)),
      ),
    );
  }

  /** Accept-edits mode also accepts the simple commands that prepare edits. */
  private onlyEdits(words: readonly Word[]): boolean {
    const [program, ...args] = words;
    if (this.context.mode !== 'acceptEdits' || !/^(?:mkdir|touch|cp|mv)$/.test(program?.text ?? '')) return false;
    // Not whole folders: a file in one may control what may run.
    const paths = args.filter(({ text }) => !/^-[pvnf]+$/.test(text));
    const isPlain = (word: Word) => word.isLiteral && !word.hasGlob && !word.text.startsWith('-');
    return paths.length > 0 && paths.every((word) => isPlain(word) && this.allowsPath('edit', word));
  }

  private allowsPath(use: 'read' | 'edit', { text, isLiteral, hasGlob }: Word): boolean {
    if (text === '/dev/null' || (use === 'read' && text === '-')) return true;
    if (!isLiteral || (use === 'edit' && hasGlob) || /^~[^/]/.test(text)) return false;
    const isAbsolute = /^(?:[/~]|[A-Za-z]:)/.test(text);
    if (!this.folders && !isAbsolute) return false;
    return (this.folders ?? [this.context.cwd]).every(
      (folder) => decidePath(use, text, this.context, folder).behavior === 'allow',
    );
  }

  private staysInside(words: readonly Word[]): boolean {
    const targets = this.targetsOf(words);
    return targets?.every((target) => isInWorkingFolders(namedPath(target, this.context), this.context)) ?? false;
  }

  private move(words: readonly Word[]): void {
    const targets = this.targetsOf(words);
    const folders = new Set([...(this.folders ?? []), ...(targets ?? [])]);
    this.folders = this.folders && targets && folders.size <= MAX_FOLDERS ? [...folders] : undefined;
  }

  private targetsOf(words: readonly Word[]): string[] | undefined {
    const [program, target, ...more] = words;
    if (program?.text !== 'cd' || !target || more.length > 0) return undefined;
    const { text, isLiteral, hasGlob } = target;
    if (!isLiteral || hasGlob || text === '' || text.startsWith('-') || /^~[^/]/.test(text)) return undefined;
    return this.folders?.map((folder) => namedPath(text, this.context, folder).named);
  }
}

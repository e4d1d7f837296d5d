import {
  BLANKS,
  CLOSERS,
  MAX_DEPTH,
  ODD_SIGNS,
  OPENERS,
  PARAMETER_WITH_DEFAULT,
  PLAIN_PARAMETER,
  PLAIN_SUM,
  SIMPLE_VARIABLE,
  UNKNOWN,
  WORD_ENDS,
} from './grammar.js';
import type { Command, Heredoc, Script, Word, WordDraft } from './script.js';

/**
 * Finds the commands of a shell script. Knows the part of the language that models commonly use. Anything else is a
 * `doubt`, and the caller must ask. Never reports one command where a shell may see two.
 */
export function readScript(source: string, depth = 0): Script {
  const reader = new ScriptReader(source, depth);
  reader.readList(undefined);
  return { commands: reader.commands, ...(reader.doubt !== undefined && { doubt: reader.doubt }) };
}

class ScriptReader {
  readonly commands: Command[] = [];
  doubt: string | undefined;
  private at = 0;
  private open = 0;
  private heredocs: Heredoc[] = [];

  constructor(
    private readonly source: string,
    private readonly depth: number,
  ) {
    if (ODD_SIGNS.test(source)) this.giveUp('it contains control characters');
    if (depth > MAX_DEPTH) this.giveUp('it is nested too deeply');
  }

  readList(until: ')' | undefined): void {
    if (this.open++ > MAX_DEPTH) this.giveUp('it is nested too deeply');
    let isPiped = false;
    for (;;) {
      this.skipBlanks();
      const sign = this.source[this.at];
      if (sign === undefined || sign === ')') {
        this.endList(sign, until);
        return;
      }
      this.readNext(sign, isPiped);
      // Comments and line breaks do not separate a pipe from the command that reads it.
      if (sign === '|') isPiped = true;
      else if (sign !== '#' && sign !== '\n') isPiped = false;
    }
  }

  private endList(sign: ')' | undefined, until: ')' | undefined): void {
    if (sign !== until) this.giveUp('a bracket is not closed or not opened');
    if (this.heredocs.length > 0) this.giveUp('a here-document has no end');
    this.at++;
    this.open--;
  }

  private readNext(sign: string, isPiped: boolean): void {
    if (sign === '#') this.skipComment();
    else if (sign === '\n') this.endLine();
    else if (this.source.startsWith('((', this.at)) this.giveUp('it uses arithmetic in double brackets');
    else if (sign === '(') {
      this.at++;
      this.readList(')');
    } else if (!this.skipOperator()) this.readCommand(isPiped);
  }

  private skipOperator(): boolean {
    if (this.source.startsWith('&>', this.at)) return false;
    const operator = /^(?:&&|\|\||\|&|;;|[;&|])/.exec(this.source.slice(this.at, this.at + 2))?.[0];
    if (operator === ';;') this.giveUp('it uses "case"');
    if (operator === undefined) return false;
    this.at += operator.length;
    return true;
  }

  private readCommand(isPiped: boolean): void {
    const start = this.at;
    const command: Command = { words: [], assignments: [], redirects: [], isPiped, raw: '' };
    // Added before its words are read, so that commands in its substitutions come after it.
    this.commands.push(command);
    while (this.readPart(command)) command.raw = this.source.slice(start, this.at).trim();
    command.raw = this.source.slice(start, this.at).trim();
    if (this.at === start) this.giveUp('it is not understood');
  }

  /** Returns false at the end of the command. */
  private readPart(command: Command): boolean {
    this.skipBlanks();
    const sign = this.source[this.at];
    if (sign === undefined || sign === '\n' || sign === ';' || sign === '|' || sign === ')' || sign === '#')
      return false;
    if (sign === '&' && this.source[this.at + 1] !== '>') return false;
    if (sign === '(') {
      if (command.words.length > 0 || command.assignments.length > 0) this.giveUp('it defines a function or an array');
      return false;
    }
    if (this.readRedirect(command)) return true;
    const word = this.readWord();
    if (command.words.length === 0) this.takeFirst(word, command);
    else command.words.push(word);
    return true;
  }

  private takeFirst(word: Word, command: Command): void {
    const { raw } = word;
    if (OPENERS.has(raw) || CLOSERS.has(raw)) return;
    if (UNKNOWN.has(raw)) this.giveUp(`it uses "${raw}"`);
    else if (raw === 'for') this.readFor(command);
    else if (/^[A-Za-z_]\w*\[[^=]*=/.test(raw)) this.giveUp('it sets an array element');
    else {
      const name = /^([A-Za-z_]\w*)\+?=/.exec(raw)?.[1];
      if (name === undefined) command.words.push(word);
      else command.assignments.push({ name, value: { ...word, text: word.text.slice(word.text.indexOf('=') + 1) } });
    }
  }

  /** Records the loop variable as an assignment. */
  private readFor(command: Command): void {
    this.skipBlanks();
    const name = this.readWord();
    if (!/^[A-Za-z_]\w*$/.test(name.raw)) this.giveUp('a loop is not understood');
    command.assignments.push({ name: name.raw, value: { ...name, isLiteral: false } });
    this.skipBlanks();
    if (this.atWordEnd()) return;
    if (this.readWord().raw !== 'in') this.giveUp('a loop is not understood');
    for (this.skipBlanks(); !this.atWordEnd(); this.skipBlanks()) this.readWord();
  }

  private readRedirect(command: Command): boolean {
    const rest = this.source.slice(this.at, this.at + 24);
    const found = /^\d*(<<<|<<-|<<|<&|<>|<(?!\()|>>|>&|>\||>(?!\()|&>>|&>)/.exec(rest);
    const operator = found?.[1];
    if (!found || operator === undefined) return false;
    this.at += found[0].length;
    this.skipBlanks();
    if (this.atWordEnd()) this.giveUp('a redirect has no target');
    const target = this.readWord();
    if (operator === '<<<') command.stdin = { text: target.text, isLiteral: target.isLiteral };
    else if (operator === '<<' || operator === '<<-') this.expectHeredoc(operator, target, command);
    else if (operator.endsWith('&') && /^(?:\d+|-)$/.test(target.raw)) return true;
    else if (operator === '<&') this.giveUp('a redirect is not understood');
    else command.redirects.push({ kind: operator === '<' ? 'read' : 'write', target });
    return true;
  }

  private expectHeredoc(operator: string, { text, raw, isLiteral }: Word, command: Command): void {
    if (!isLiteral) this.giveUp('the end marker of a here-document is not plain text');
    this.heredocs.push({ delimiter: text, stripsTabs: operator === '<<-', isQuoted: raw !== text, command });
  }

  private endLine(): void {
    this.at++;
    for (const heredoc of this.heredocs.splice(0)) this.readHeredoc(heredoc);
  }

  private readHeredoc({ delimiter, stripsTabs, isQuoted, command }: Heredoc): void {
    const body: string[] = [];
    while (this.at < this.source.length) {
      const end = this.source.indexOf('\n', this.at);
      const line = this.source.slice(this.at, end === -1 ? this.source.length : end);
      this.at = end === -1 ? this.source.length : end + 1;
      if ((stripsTabs ? line.replace(/^\t+/, '') : line) === delimiter) {
        const text = body.join('\n');
        command.stdin = { text, isLiteral: isQuoted || !text.includes('$') };
        // A backslash may join lines, even with the last one.
        if (!isQuoted && /`|\$[({[]|\\$/m.test(text)) this.giveUp('a here-document contains substitutions');
        return;
      }
      body.push(line);
    }
    if (!this.doubt) this.giveUp('a here-document has no end');
  }

  private readWord(): Word {
    const start = this.at;
    const draft: WordDraft = { text: '', isLiteral: true, hasGlob: false };
    while (this.at < this.source.length) {
      const sign = this.source[this.at] ?? '';
      if (/[<>]/.test(sign) && this.source[this.at + 1] === '(') this.readSubstitution(draft, 2);
      else if (WORD_ENDS.includes(sign)) break;
      else this.readSign(sign, draft);
    }
    const raw = this.source.slice(start, this.at);
    if (this.at === start) this.giveUp('it is not understood');
    return { ...draft, raw, isLiteral: draft.isLiteral || raw === '{}' };
  }

  private readSign(sign: string, draft: WordDraft): void {
    if (sign === '\\') this.readEscape(draft);
    else if (sign === "'") this.readSingleQuotes(draft);
    else if (sign === '"') this.readDoubleQuotes(draft);
    else if (sign === '$') this.readDollar(draft, false);
    else if (sign === '`') this.readBackticks(draft);
    else {
      if ('*?['.includes(sign)) draft.hasGlob = true;
      if ('{}'.includes(sign)) draft.isLiteral = false;
      draft.text += sign;
      this.at++;
    }
  }

  private readEscape(draft: WordDraft): void {
    const next = this.source[this.at + 1];
    if (next === undefined) this.giveUp('it ends with a backslash');
    if (next !== '\n') draft.text += next ?? '';
    this.at += 2;
  }

  private readSingleQuotes(draft: WordDraft): void {
    const end = this.source.indexOf("'", this.at + 1);
    if (end === -1) this.giveUp('a quote is not closed');
    else {
      draft.text += this.source.slice(this.at + 1, end);
      this.at = end + 1;
    }
  }

  private readDoubleQuotes(draft: WordDraft): void {
    this.at++;
    while (this.at < this.source.length) {
      const sign = this.source[this.at] ?? '';
      const next = this.source[this.at + 1] ?? '';
      if (sign === '"') {
        this.at++;
        return;
      }
      if (sign === '\\' && '$`"\\\n'.includes(next)) this.readEscape(draft);
      else if (sign === '$') this.readDollar(draft, true);
      else if (sign === '`') this.readBackticks(draft);
      else {
        draft.text += sign;
        this.at++;
      }
    }
    if (!this.doubt) this.giveUp('a quote is not closed');
  }

  private readDollar(draft: WordDraft, isQuoted: boolean): void {
    const rest = this.source.slice(this.at, this.at + 400);
    const simple = [PLAIN_SUM, SIMPLE_VARIABLE, PLAIN_PARAMETER, PARAMETER_WITH_DEFAULT]
      .map((pattern) => pattern.exec(rest)?.[0])
      .find((found) => found !== undefined);
    if (simple !== undefined) this.takeUnknown(draft, simple.length);
    else if (rest.startsWith('$((') || rest.startsWith('$[')) this.giveUp('it uses arithmetic with variables');
    else if (rest.startsWith('$(')) this.readSubstitution(draft, 2);
    else if (rest.startsWith('$\\\n')) this.giveUp('a dollar sign ends a line');
    else if (rest.startsWith('${')) this.giveUp('an expansion is not understood');
    else if (!isQuoted && /^\$['"]/.test(rest)) this.giveUp("it uses escaped quotes such as $'…'");
    else {
      draft.text += '$';
      this.at++;
    }
  }

  private takeUnknown(draft: WordDraft, length: number): void {
    draft.text += this.source.slice(this.at, this.at + length);
    draft.isLiteral = false;
    this.at += length;
  }

  /** Reads `$(…)`, `<(…)` or `>(…)`, whose content also runs. */
  private readSubstitution(draft: WordDraft, length: number): void {
    if (this.heredocs.length > 0) this.giveUp('a substitution follows a here-document');
    const start = this.at;
    this.at += length;
    this.readList(')');
    draft.text += this.source.slice(start, this.at);
    draft.isLiteral = false;
  }

  private readBackticks(draft: WordDraft): void {
    const end = this.source.indexOf('`', this.at + 1);
    const inside = this.source.slice(this.at + 1, end);
    if (end === -1 || inside.includes('\\')) {
      this.giveUp('backticks are not understood');
      return;
    }
    const { commands, doubt } = readScript(inside, this.depth + 1);
    this.commands.push(...commands);
    this.takeUnknown(draft, end + 1 - this.at);
    if (doubt !== undefined) this.giveUp(doubt);
  }

  private skipBlanks(): void {
    for (;;) {
      if (BLANKS.includes(this.source[this.at] ?? '\n')) this.at++;
      else if (this.source.startsWith('\\\n', this.at)) this.at += 2;
      else return;
    }
  }

  private skipComment(): void {
    const end = this.source.indexOf('\n', this.at);
    this.at = end === -1 ? this.source.length : end;
  }

  private atWordEnd(): boolean {
    const sign = this.source[this.at];
    if (sign === undefined) return true;
    return WORD_ENDS.includes(sign) && !('<>'.includes(sign) && this.source[this.at + 1] === '(');
  }

  private giveUp(why: string): void {
    this.doubt ??= why;
    this.at = this.source.length;
  }
}

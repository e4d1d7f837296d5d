import { TOOL } from '@unspool/session/tools';
import type { PermissionUpdate } from './permission.js';
import type { Command } from './shell/script.js';
import { innerOf } from './shell/wrappers.js';

const MAX_RULES = 5;
const MAX_RULE_LENGTH = 200;
/** Programs that can run any other: a rule for one would allow everything. */
export const TOO_WIDE = /^(?:bash|sh|zsh|sudo|doas|su|env|xargs|eval|exec|node|python3?|perl|ruby|ssh)$/;

/**
 * Suggests rules that avoid the same question in future, as narrow as the client's: a program with its subcommand
 * (`git push *`), otherwise exactly this command.
 */
export function suggestRules(commands: readonly Command[], whole: string): PermissionUpdate[] {
  const rules = commands.map(ruleFor);
  if (rules.length === 0) return [];
  if (rules.length > MAX_RULES || rules.includes(undefined)) return exactly(whole.trim());
  return added([...new Set(rules.filter((rule) => rule !== undefined))]);
}

function exactly(command: string): PermissionUpdate[] {
  // In a rule, a star would match anything.
  const isPlainText = !/[*\n]/.test(command) && command.length <= MAX_RULE_LENGTH;
  return isPlainText ? added([`${TOOL.Bash}(${command})`]) : [];
}

function added(rules: string[]): PermissionUpdate[] {
  return [{ type: 'addRules', rules, behavior: 'allow', destination: 'localSettings' }];
}

function ruleFor({ words, redirects, assignments }: Command): string | undefined {
  const [program, subcommand, third] = words;
  if (!program?.isLiteral || redirects.length > 0 || assignments.length > 0) return undefined;
  if (TOO_WIDE.test(program.text) || !/^[\w./+-]+$/.test(program.text) || innerOf(words).length > 0) return undefined;
  if (!isPlain(subcommand)) return undefined;
  const runs = subcommand?.text === 'run' && isPlain(third) ? ` ${third?.text}` : '';
  return `${TOOL.Bash}(${program.text} ${subcommand?.text}${runs} *)`;
}

function isPlain(word: Command['words'][number] | undefined): boolean {
  return word?.isLiteral === true && !word.hasGlob && /^[a-z][\w:-]*$/i.test(word.text);
}

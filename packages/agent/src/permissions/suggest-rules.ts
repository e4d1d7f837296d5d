import { TOOL } from '@unspool/session/tools';
import type { PermissionUpdate } from './permission.js';
import type { Command } from './shell/script.js';

const MOST_RULES = 5;
/** Programs whose second word says what they do. */
const WITH_SUBCOMMAND =
  /^(?:git|npm|pnpm|yarn|npx|bun|cargo|go|docker|kubectl|gh|make|pip|poetry|uv|dotnet|mvn|gradle)$/;
/** A rule for these would allow everything. */
export const TOO_WIDE = /^(?:bash|sh|zsh|sudo|doas|su|env|xargs|eval|exec|node|python3?|perl|ruby|ssh)$/;

/** Rules that would spare the same question next time. None when one of the commands cannot be named safely. */
export function suggestRules(commands: readonly Command[]): PermissionUpdate[] {
  const rules = commands.map(ruleFor);
  if (rules.length === 0 || rules.length > MOST_RULES || rules.includes(undefined)) return [];
  const named = [...new Set(rules.filter((rule) => rule !== undefined))];
  return [{ type: 'addRules', rules: named, behavior: 'allow', destination: 'localSettings' }];
}

function ruleFor({ words, redirects, assignments }: Command): string | undefined {
  const [program, subcommand, third] = words;
  if (!program?.isLiteral || redirects.length > 0 || assignments.length > 0) return undefined;
  if (TOO_WIDE.test(program.text) || /[*()\s]/.test(program.text)) return undefined;
  const isNamed = WITH_SUBCOMMAND.test(program.text) && isPlain(subcommand);
  if (!isNamed) return `${TOOL.Bash}(${program.text}:*)`;
  const runs = subcommand?.text === 'run' && isPlain(third) ? ` ${third?.text}` : '';
  return `${TOOL.Bash}(${program.text} ${subcommand?.text}${runs}:*)`;
}

function isPlain(word: Command['words'][number] | undefined): boolean {
  return word?.isLiteral === true && /^[a-z][\w:-]*$/i.test(word.text);
}

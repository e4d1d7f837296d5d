import { UserError } from '../user-error.js';

/**
 * Tools as the client accepts them: several words, or one with commas. Text in brackets is not split. A rule that cannot be
 * parsed is an error: half a rule would allow more than was meant, or deny less.
 */
export function toolList(given: string[] | undefined, option: string): string[] {
  const rules = (given ?? []).flatMap(parted);
  const unread = rules.find((rule) => !isReadable(rule));
  if (unread === undefined) return rules;
  throw new UserError(`${option}: "${unread}" is not a rule.`, {
    why: 'A rule is a tool name, optionally followed by a pattern in brackets.',
    hint: "For example: 'Bash(git log:*)' Edit",
    isUsage: true,
  });
}

function parted(text: string): string[] {
  const rules: string[] = [];
  let depth = 0;
  let rule = '';
  for (const sign of text) {
    if (sign === '(') depth++;
    if (sign === ')') depth--;
    if (depth <= 0 && /[\s,]/.test(sign)) {
      rules.push(rule);
      rule = '';
    } else rule += sign;
  }
  return [...rules, rule].map((each) => each.trim()).filter(Boolean);
}

/** A name, optionally followed by one pair of brackets. */
function isReadable(rule: string): boolean {
  const open = rule.indexOf('(');
  if (open === -1) return !rule.includes(')');
  let depth = 0;
  const end = [...rule].findIndex((sign) => {
    if (sign === '(') depth++;
    else if (sign === ')') depth--;
    return sign === ')' && depth <= 0;
  });
  return open > 0 && depth === 0 && end === [...rule].length - 1;
}

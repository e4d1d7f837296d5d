import type { Query } from '@unspool/store';
import type { Dialect } from './schema.js';

export interface WordCondition {
  sql: string;
  parameters: { [name: string]: string };
}

/**
 * A condition that holds for every text that matches a query, and perhaps for others. The result is compared with the
 * query itself afterwards, so exclusions, phrases and prefixes need not be exact here.
 */
export function wordCondition(query: Query, dialect: Dialect): WordCondition {
  const parameters: { [name: string]: string } = {};
  const word = (text: string, isWhole: boolean): string => {
    const name = `w${Object.keys(parameters).length}`;
    parameters[name] = text;
    return dialect === 'modern' && isWhole
      ? `hasAllTokens(text, {${name}:String})`
      : `positionCaseInsensitiveUTF8(text, {${name}:String}) > 0`;
  };
  const condition = (part: Query): string => {
    if (part.kind === 'not') return condition(part.part);
    if (part.kind !== 'term') {
      return `(${part.parts.map(condition).join(part.kind === 'and' ? ' AND ' : ' OR ')})`;
    }
    // The index splits words the same way: at every ASCII character that is neither a letter nor a digit.
    const words = part.text
      .toLowerCase()
      .split(/[\0-/:-@[-`{-\x7f]+/)
      .filter(Boolean);
    const last = words.length - 1;
    return words.length === 0
      ? '1'
      : words.map((each, at) => word(each, !(part.isPrefix && at === last))).join(' AND ');
  };
  return { sql: `(${condition(query)})`, parameters };
}

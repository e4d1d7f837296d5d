import type { Query } from './query.js';

export interface DistinctiveWord {
  /** As it was typed. */
  own: Query;
  /** Also in other forms. */
  asked: Query;
}

/** The words of a question that tell texts apart, each with its other forms. */
export function distinctiveWords(text: string): DistinctiveWord[] {
  const typed = (text.match(/[\p{L}\p{N}_]{2,}/gu) ?? []).map((word) => word.toLowerCase());
  const rare = typed.filter((word) => !COMMON.has(word));
  const words = [...new Set(rare.length > 0 ? rare : typed)].slice(0, MAX_WORDS);
  return words.map((word) => {
    const stem = stemOf(word);
    return {
      own: { kind: 'term', text: stem, isPrefix: stem !== word },
      asked: { kind: 'term', text: stem, isPrefix: stem !== word || word.length >= LONG },
    };
  });
}

const MAX_WORDS = 12;
/** Words of so many letters are looked for as beginnings. */
const LONG = 5;
const ENDINGS = /(ations?|ings?|ments?|ies|ed|es|s|e|y)$/;
const SHORTEST_STEM = 4;

/** English endings go; other languages keep theirs. */
function stemOf(word: string): string {
  if (!/^[a-z]+$/.test(word)) return word;
  const stem = word.replace(ENDINGS, '');
  return stem.length >= SHORTEST_STEM ? stem : word;
}

const COMMON: ReadonlySet<string> = new Set(
  'a an the and or of to in on at by for from with as is are was were be been do does did how what when where which who why it its this that these those there here we you he she they me my our your their can could should would will shall may might must if then than so but no not only into onto out up about between instead because over under again any all some more most'.split(
    ' ',
  ),
);

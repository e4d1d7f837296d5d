const SYLLABLES =
  'ka lo mi ter ron ser vi con pro de ing er tion re in al es ma par to sub net do ri fa un gra ph el or'.split(' ');
const COMMON_WORDS =
  `the of and to in is that for it with as on be this are by an at from or have not we can file code test error
  function return value type data should will if then else when user read write line run build config import export
  module class async await string number list object key path name result check update add remove fix change call use
  make need new first now let me see look find think because there which also all any each only more than into`.split(
    /\s+/,
  );
const BEYOND_ASCII = ['→', '—', '“quoted”', '✅', '日本語', 'déjà', 'naïve', '├──', '└──', 'Привет', '…', '🚀'];
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * Prose, code and base64 of any length, cut from pools that are made once. Writing a gigabyte word by word would take
 * longer than all measurements.
 */
export function createText(random, poolBytes) {
  const vocabulary = makeVocabulary(random);
  // As in a real language, a few words make up most of the text.
  const word = () =>
    vocabulary[
      Math.min(vocabulary.length - 1, Math.floor(vocabulary.length ** (random.next() * 0.98) - 1 + random.next()))
    ];
  const prosePool = fill(poolBytes, () => sentence(random, word));
  const codePool = fill(poolBytes, codeLine(random, word));
  const base64Pool = flat(random.string(3_000_000, BASE64));

  const cut = (pool, wanted) => {
    const length = Math.max(1, Math.min(Math.floor(wanted), pool.length - 1));
    const start = Math.floor(random.next() * (pool.length - length));
    return pool.slice(start, start + length).toWellFormed();
  };
  return {
    word,
    prose: (length) => cut(prosePool, length),
    code: (length) => cut(codePool, length),
    base64: (length) => cut(base64Pool, length),
    /** One line of words for a prompt or a title: never empty and never mistaken for a tag. */
    phrase: (length) => `${word()} ${cut(prosePool, length).replace(/\s+/g, ' ').trim()}`,
    file: () => `src/${word()}/${word()}.${random.pick(['ts', 'js', 'py', 'rs', 'go', 'md'])}`,
  };
}

function makeVocabulary(random) {
  const vocabulary = [...COMMON_WORDS];
  while (vocabulary.length < 30_000) {
    vocabulary.push(Array.from({ length: random.integer(2, 5) }, () => random.pick(SYLLABLES)).join(''));
  }
  return vocabulary;
}

function sentence(random, word) {
  const words = Array.from({ length: random.integer(5, 22) }, () => (random.chance(0.02) ? `\`${word()}()\`` : word()));
  words[0] = words[0][0].toUpperCase() + words[0].slice(1);
  const end = random.chance(0.15) ? '.\n\n' : '. ';
  const item = random.chance(0.08) ? `- **${word()}**: ${word()}\n` : '';
  const foreign = random.chance(0.012) ? `${random.pick(BEYOND_ASCII)} ` : '';
  return words.join(' ') + end + item + foreign;
}

function codeLine(random, word) {
  let depth = 0;
  const shapes = [
    [0.12, () => `function ${word()}${word()}(${word()}, ${word()}) {`],
    [
      0.26,
      () => `const ${word()} = await ${word()}.${word()}("${word()}/${word()}.ts", { n: ${random.integer(0, 9999)} });`,
    ],
    [0.1, () => `// ${word()} ${word()} ${word()} ${word()}`],
    [0.15, () => `if (${word()} !== '${word()}' && ${word()} > ${random.integer(0, 99)}) return ${word()};`],
    [0.03, () => `\t"id": "${random.hex(12)}", "x": "\\u00e9\\n"`],
    [0.14, () => `import { ${word()}, ${word()} } from '../${word()}/${word()}.js';`],
    [0.12, () => '}'],
    [0.08, () => ''],
  ];
  return () => {
    const line = chooseByWeight(random, shapes)();
    if (line === '}') depth = Math.max(0, depth - 1);
    const indented = '  '.repeat(depth) + line;
    if (line.endsWith('{')) depth = Math.min(6, depth + 1);
    return `${indented}${random.chance(0.004) ? ` // ${random.pick(BEYOND_ASCII)}` : ''}\n`;
  };
}

function chooseByWeight(random, weighted) {
  let left = random.next();
  for (const [weight, choice] of weighted) {
    left -= weight;
    if (left < 0) return choice;
  }
  return weighted.at(-1)[1];
}

function fill(bytes, makePart) {
  const parts = [];
  let length = 0;
  while (length < bytes) {
    const part = makePart();
    parts.push(part);
    length += part.length;
  }
  return flat(parts.join(''));
}

/** Flattens a string, because slicing a rope would flatten it each time. */
const flat = (text) => Buffer.from(text).toString();

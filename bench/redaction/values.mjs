const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
const ALPHABETS = {
  an: UPPER + LOWER + DIGITS,
  anl: LOWER + DIGITS,
  al: UPPER + LOWER,
  w: `${UPPER}${LOWER}${DIGITS}_-`,
  b64: `${UPPER}${LOWER}${DIGITS}+/`,
  b32: `${UPPER}234567`,
  hex: '0123456789abcdef',
  hexu: '0123456789ABCDEF',
  d: DIGITS,
};

/** Typical passwords: words and years, signs at the end, commas, several words, letters alone. */
const WORDS = {
  tuned: ['winter', 'monkey', 'dragon', 'Falcon', 'purple', 'harbor', 'Summit', 'velvet'],
  kept: ['autumn', 'badger', 'Copper', 'meadow', 'Saturn', 'ticket', 'walnut', 'Zephyr'],
};

export function passwordOf(random, set) {
  const word = () => random.pick(WORDS[set] ?? WORDS.kept);
  const year = () => random.integer(1960, 2039);
  return random.pick([
    () => `${word()}${year()}!`,
    () => `${word()}-${word()}-${random.integer(10, 99)}`,
    () => `${word()}@${year()}#${word()}`,
    () => `${random.string(4, ALPHABETS.an)},${random.string(4, ALPHABETS.an)},7${random.string(3, ALPHABETS.an)}`,
    () => `P${random.integer(0, 9)}${word()}$${random.integer(100, 999)}`,
    () => `${random.string(7, ALPHABETS.an)}${random.integer(0, 9)}%${random.string(4, ALPHABETS.an)}`,
    () => `${word()}${word()}${random.integer(1, 9)}`,
    () => `${random.string(11, ALPHABETS.an)}9z`,
  ])();
}

/** Fills `<hex 40>`, `<uuid>` and `<pw>` in a form. Returns the text and the longest inserted value, which is the secret. */
export function fill(form, random, set) {
  let secret = '';
  const text = form.replace(/<(pw|uuid|[a-z0-9]+ \d+)>/g, (_, what) => {
    const [alphabet, count] = what.split(' ');
    const value =
      what === 'pw'
        ? passwordOf(random, set)
        : what === 'uuid'
          ? random.uuid()
          : alphabet === 'mn'
            ? Array.from({ length: Number(count) }, () => random.pick(MNEMONIC)).join(' ')
            : random.string(Number(count), ALPHABETS[alphabet]);
    if (value.length > secret.length) secret = value;
    return value;
  });
  return { text, secret };
}

/** Words from the standard list for recovery phrases. */
const MNEMONIC =
  'abandon ability acid balance candy dawn eager fabric gadget habit icon jacket kangaroo label machine naive oak paddle quiz rabbit saddle tackle umbrella vacant wage yard zebra zone'.split(
    ' ',
  );

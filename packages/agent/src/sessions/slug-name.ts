const FIRST =
  'amber brave calm clever curious eager fair gentle golden happy keen kind lively lucky mellow merry nimble patient quick quiet rapid sunny swift tidy warm wise'.split(
    ' ',
  );
const SECOND =
  'baking bouncing carving climbing dancing diving drifting floating gliding humming juggling jumping knitting leaping painting playing rowing running sailing singing skating spinning walking weaving'.split(
    ' ',
  );
const THIRD =
  'acorn badger beacon birch brook comet coral dune falcon fern finch harbor hazel heron island lantern maple meadow otter pebble pine raven reef river sparrow willow'.split(
    ' ',
  );

/** A human-readable name of three words. */
export function slugName(random: () => number): string {
  const pick = (words: string[]) => words[Math.floor(random() * words.length)] ?? words[0];
  return `${pick(FIRST)}-${pick(SECOND)}-${pick(THIRD)}`;
}

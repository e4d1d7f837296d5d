const TEXTS_OF_AN_OBJECT = 1024;

/** Identifies one text of one object of a line. */
export function partOf(object: number, text: number): number {
  return object * TEXTS_OF_AN_OBJECT + Math.min(text, TEXTS_OF_AN_OBJECT - 1);
}

export function placeOfPart(part: number): { object: number; text: number } {
  return { object: Math.floor(part / TEXTS_OF_AN_OBJECT), text: part % TEXTS_OF_AN_OBJECT };
}

/** The model sent an invalid argument. The message says what to send instead. */
export class BadArgument extends Error {}

/** The arguments of a call, checked when they are read. */
export class Arguments {
  constructor(private readonly given: { readonly [name: string]: unknown }) {}

  text(name: string): string {
    const value = this.maybeText(name);
    if (value === undefined) throw new BadArgument(`${name} is missing.`);
    return value;
  }

  maybeText(name: string): string | undefined {
    const value = this.given[name];
    if (value === undefined || value === null || value === '') return undefined;
    if (typeof value === 'string') return value;
    throw new BadArgument(`${name} must be a string.`);
  }

  /** A whole number from `least`. Also accepts a number in quotes. */
  count(name: string, least = 1): number | undefined {
    const value = this.given[name];
    if (value === undefined || value === null) return undefined;
    const count = Number(value);
    if (Number.isSafeInteger(count) && count >= least) return count;
    throw new BadArgument(`${name} must be a whole number from ${least}.`);
  }

  isSet(name: string): boolean {
    return this.given[name] === true;
  }
}

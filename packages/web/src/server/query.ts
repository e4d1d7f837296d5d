import { wrongRequest } from '../failure.js';

/** Reads the query of a URL. Malformed values are refused. */
export class Query {
  constructor(private readonly values: { readonly [name: string]: string }) {}

  text(name: string, max = 500): string | undefined {
    const value = this.values[name];
    if (value === undefined || value === '') return undefined;
    if (value.length > max) throw wrongRequest(`"${name}" is too long.`);
    return value;
  }

  whole(name: string): number | undefined {
    const value = this.text(name, 20);
    if (value === undefined) return undefined;
    if (!/^-?\d{1,15}$/.test(value)) throw wrongRequest(`"${name}" must be a whole number.`);
    return Number(value);
  }

  /** Whole numbers with commas between them. */
  wholes(name: string, most: number): number[] | undefined {
    const values = this.text(name, 20 * most)?.split(',');
    if (values && (values.length > most || values.some((value) => !/^-?\d{1,15}$/.test(value))))
      throw wrongRequest(`"${name}" must be whole numbers, at most ${most}.`);
    return values?.map(Number);
  }

  choice<Value extends string>(name: string, choices: readonly Value[]): Value | undefined {
    const value = this.text(name);
    const chosen = choices.find((each) => each === value);
    if (value !== undefined && chosen === undefined) throw wrongRequest(`"${name}" must be ${choices.join(' or ')}.`);
    return chosen;
  }

  flag(name: string): boolean {
    return this.choice(name, ['1', '0']) === '1';
  }
}

/** Drops undefined fields, as `exactOptionalPropertyTypes` requires. */
export function present<Value extends object>(value: Value): { [Key in keyof Value]: Exclude<Value[Key], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as {
    [Key in keyof Value]: Exclude<Value[Key], undefined>;
  };
}

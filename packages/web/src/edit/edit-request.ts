import { wrongRequest } from '../failure.js';
import type { EditRequest } from '../view/routes.js';

const OPERATIONS = ['clone', 'fork', 'cut', 'strip', 'redact', 'repair'] as const;
const MAX_TURNS = 100_000;
const PRESETS = ['gentle', 'standard', 'hard'] as const;

/** Checks a page's request field by field. Other fields are ignored. */
export function editRequestOf(body: unknown): EditRequest {
  const fields = new Fields(body);
  const operation = fields.choice('operation', OPERATIONS);
  const inPlace = fields.flag('inPlace');
  switch (operation) {
    case 'clone':
      return { operation };
    case 'fork':
      return { operation, at: fields.whole('at') ?? missing('at') };
    case 'cut':
      return { operation, turns: fields.wholes('turns') ?? missing('turns'), ...(inPlace && { inPlace }) };
    case 'redact':
    case 'repair':
      return { operation, ...(inPlace && { inPlace }) };
    case 'strip':
      return { operation, ...stripOf(fields), ...(inPlace && { inPlace }) };
    default:
      return missing('operation');
  }
}

function stripOf(fields: Fields) {
  const given = {
    preset: fields.choice('preset', PRESETS),
    thinking: fields.choice('thinking', ['all', 'hollow'] as const),
    tools: fields.flag('tools'),
    images: fields.flag('images'),
    results: fields.flag('results'),
    attachments: fields.flag('attachments'),
    truncate: fields.whole('truncate'),
    keepLast: fields.whole('keepLast'),
    largerThan: fields.whole('largerThan'),
    turns: fields.wholes('turns'),
    toolNames: fields.texts('toolNames'),
    calls: fields.texts('calls'),
  };
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as { [Key in keyof typeof given]: Exclude<(typeof given)[Key], undefined> };
}

function missing(name: string): never {
  throw wrongRequest(`"${name}" is missing.`);
}

/** The fields of an untrusted JSON object. */
export class Fields {
  private readonly values: { readonly [name: string]: unknown };

  constructor(body: unknown) {
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw wrongRequest('The request must be a JSON object.');
    this.values = body as { [name: string]: unknown };
  }

  choice<Value extends string>(name: string, choices: readonly Value[]): Value | undefined {
    const value = this.own(name);
    if (value === undefined) return undefined;
    return choices.find((each) => each === value) ?? this.wrong(name, choices.join(', '));
  }

  flag(name: string): boolean | undefined {
    const value = this.own(name);
    if (value === undefined || typeof value === 'boolean') return value;
    return this.wrong(name, 'true or false');
  }

  whole(name: string): number | undefined {
    const value = this.own(name);
    if (value === undefined) return undefined;
    return isCount(value) ? value : this.wrong(name, 'a whole number');
  }

  wholes(name: string): number[] | undefined {
    const value = this.own(name);
    if (value === undefined) return undefined;
    if (Array.isArray(value) && value.length <= MAX_TURNS && value.every(isCount)) return value;
    return this.wrong(name, 'a list of whole numbers');
  }

  text(name: string, max = 2000): string | undefined {
    const value = this.own(name);
    if (value === undefined) return undefined;
    return typeof value === 'string' && value.length <= max ? value : this.wrong(name, 'a text');
  }

  texts(name: string): string[] | undefined {
    const value = this.own(name);
    if (value === undefined) return undefined;
    const isList = Array.isArray(value) && value.length <= 200;
    return isList && value.every((each) => typeof each === 'string' && each.length <= 200)
      ? value
      : this.wrong(name, 'a list of strings');
  }

  private own(name: string): unknown {
    const value = Object.hasOwn(this.values, name) ? this.values[name] : undefined;
    return value === null ? undefined : value;
  }

  private wrong(name: string, expected: string): never {
    throw wrongRequest(`"${name}" must be ${expected}.`);
  }
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

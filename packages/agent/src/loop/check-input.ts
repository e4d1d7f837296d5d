import type { JsonObject } from '@unspool/session';

/**
 * Describes what is wrong with a tool's input, so that the model can correct it. Checks for missing fields and for
 * top-level fields of the wrong type. Accepts fields that are not in the schema.
 */
export function inputFault(input: JsonObject, schema: JsonObject): string | undefined {
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const missing = required.filter((name): name is string => typeof name === 'string' && input[name] === undefined);
  if (missing.length > 0) return `${missing.map((name) => `\`${name}\``).join(', ')} missing`;
  const properties = (schema['properties'] ?? {}) as { [name: string]: JsonObject | undefined };
  for (const [name, value] of Object.entries(input)) {
    const fault = fieldFault(value, properties[name] ?? {});
    if (fault) return `\`${name}\` ${fault}`;
  }
  return undefined;
}

function fieldFault(value: unknown, { type, enum: choices }: JsonObject): string | undefined {
  if (value === undefined) return undefined;
  if (Array.isArray(choices) && !choices.includes(value)) return `must be one of ${choices.join(', ')}`;
  const types = typeof type === 'string' ? [type] : Array.isArray(type) ? type : [];
  if (types.length === 0 || types.some((each) => isOfType(value, each))) return undefined;
  return `must be ${types.join(' or ')}`;
}

function isOfType(value: unknown, type: unknown): boolean {
  switch (type) {
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'null':
      return value === null;
    default:
      return typeof value === type;
  }
}

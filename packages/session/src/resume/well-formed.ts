import { isObject } from '../read/json.js';

const LONE_SURROGATE = /\p{Surrogate}/gu;

/** E5: replaces half surrogate pairs, which cannot be sent, with U+FFFD, in names and in values. */
export function wellFormed<Value>(value: Value): Value {
  return repaired(value) as Value;
}

/** Returns the value itself if nothing needs replacing. */
function repaired(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(LONE_SURROGATE, '\ufffd');
  if (Array.isArray(value)) {
    const items = value.map(repaired);
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  if (!isObject(value)) return value;
  const members = Object.entries(value);
  const changed = members.map(([name, member]) => [repaired(name), repaired(member)] as const);
  const isSame = changed.every(([name, member], at) => name === members[at]?.[0] && member === members[at]?.[1]);
  return isSame ? value : Object.fromEntries(changed);
}

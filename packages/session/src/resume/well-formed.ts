import { isObject } from '../line/json.js';

const LONE_SURROGATE = /\p{Surrogate}/gu;

/** E5: half a surrogate pair cannot be sent; in names and values alike it goes as U+FFFD. */
export function wellFormed<Value>(value: Value): Value {
  return mended(value) as Value;
}

/** What has nothing to mend is given back as it is. */
function mended(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(LONE_SURROGATE, '\ufffd');
  if (Array.isArray(value)) {
    const items = value.map(mended);
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  if (!isObject(value)) return value;
  const members = Object.entries(value);
  const changed = members.map(([name, member]) => [mended(name), mended(member)] as const);
  const isSame = changed.every(([name, member], at) => name === members[at]?.[0] && member === members[at]?.[1]);
  return isSame ? value : Object.fromEntries(changed);
}

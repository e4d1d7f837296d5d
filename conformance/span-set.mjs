/** The spans of one export request. */
export function spansIn(request) {
  return (request.resourceSpans ?? []).flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
}

/** The spans of a file sink, in the order in which they were written. */
export function spansOfFile(text) {
  return text
    .split('\n')
    .filter(Boolean)
    .flatMap((line) => spansIn(JSON.parse(line)));
}

/**
 * The spans in a sink. Of several with the same id and start time, the last one counts, as in a backend that overwrites.
 * Counts spans that were sent again without a change.
 */
export function stored(spans) {
  const byId = new Map(spans.map((span) => [idOf(span), span]));
  const contents = spans.map((span) => JSON.stringify(span));
  return { byId, repeated: contents.length - new Set(contents).size, overwritten: spans.length - byId.size };
}

/** Describes the differences; empty if there are none. */
export function differences(found, wanted) {
  const output = [];
  for (const [id, span] of wanted) {
    const other = found.get(id);
    if (!other) output.push(`missing: ${nameOf(span)}`);
    else if (JSON.stringify(other) !== JSON.stringify(span))
      output.push(`different: ${nameOf(span)}: ${what(other, span)}`);
  }
  for (const [id, span] of found) if (!wanted.has(id)) output.push(`unexpected: ${nameOf(span)}`);
  return output;
}

/** The id of the reply that a span is about. */
export function replyOf({ attributes }) {
  return attributes.find(({ key }) => key === 'gen_ai.response.id')?.value.stringValue;
}

function idOf({ traceId, spanId, startTimeUnixNano }) {
  return `${traceId} ${spanId} ${startTimeUnixNano}`;
}

function nameOf({ name, spanId, startTimeUnixNano }) {
  return `"${name}" ${spanId} at ${new Date(Number(startTimeUnixNano) / 1e6).toISOString()}`;
}

/** The names of fields and attributes that differ. */
function what(found, wanted) {
  const [one, other] = [fieldsOf(found), fieldsOf(wanted)];
  return [...new Set([...one.keys(), ...other.keys()])]
    .filter((key) => one.get(key) !== other.get(key))
    .map((key) => `${key} is ${brief(one.get(key))}, should be ${brief(other.get(key))}`)
    .join('; ');
}

function fieldsOf({ attributes = [], ...fields }) {
  const all = [...Object.entries(fields), ...attributes.map(({ key, value }) => [key, value])];
  return new Map(all.map(([key, value]) => [key, JSON.stringify(value)]));
}

function brief(text) {
  return text === undefined || text.length < 120 ? text : `${text.slice(0, 120)}…`;
}

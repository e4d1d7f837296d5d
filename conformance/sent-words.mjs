/**
 * The content of a request, in one form for all APIs: `prompt`, `reply`, `call` and `result`, each with its text. Leaves
 * out system prompts and text that a client adds to prompts.
 */
export function sentIn(body) {
  if (Array.isArray(body.input)) return joined(body.input.flatMap(ofResponses));
  if (Array.isArray(body.contents)) return joined(body.contents.flatMap(ofGemini));
  return joined((body.messages ?? []).flatMap(ofMessages));
}

function ofResponses(item) {
  if (item.type === 'function_call') return [call(item.name, JSON.parse(item.arguments))];
  if (item.type === 'function_call_output') return [['result', textOf(item.output)]];
  if (item.role === 'user') return prompts(item.content);
  return item.role === 'assistant' ? [['reply', textOf(item.content)]] : [];
}

function ofGemini({ role, parts }) {
  return parts.flatMap((part) => {
    if (part.functionCall) return [call(part.functionCall.name, part.functionCall.args)];
    const { response } = part.functionResponse ?? {};
    if (response) return [['result', response.output ?? response.error ?? '']];
    if (part.text === undefined) return [];
    return role === 'user' ? prompts(part.text) : [['reply', part.text]];
  });
}

/** Messages of OpenAI's older API and of Anthropic's API. */
function ofMessages({ role, content, tool_calls: calls = [] }) {
  if (role === 'tool') return [['result', textOf(content)]];
  if (role === 'assistant') {
    const uses = blocksOf(content).filter((block) => block.type === 'tool_use');
    const named = [...calls.map((each) => [each.function.name, JSON.parse(each.function.arguments)])];
    for (const { name, input } of uses) named.push([name, input]);
    return [['reply', textOf(content)], ...named.map(([name, input]) => call(name, input))];
  }
  if (role !== 'user') return [];
  const results = blocksOf(content).filter((block) => block.type === 'tool_result');
  return [...results.map((each) => ['result', textOf(each.content)]), ...prompts(content)];
}

/** Only the values: tool and argument names differ between clients. */
function call(name, input) {
  return ['call', `${name} ${JSON.stringify(Object.values(input))}`];
}

const CONTEXT =
  /^\s*(<(environment_context|session_context|system-reminder|permissions|skills_instructions|user_instructions)|\[image: |\(image omitted: |ERROR: Cannot read image)/;

function prompts(content) {
  return blocksOf(content)
    .map(({ text }) => text?.replace(/^<current_datetime>.*?<\/current_datetime>\s*/s, ''))
    .filter((text) => typeof text === 'string' && !CONTEXT.test(text))
    .map((text) => ['prompt', text]);
}

function textOf(content) {
  return blocksOf(content)
    .map(({ text }) => text ?? '')
    .join('\n');
}

function blocksOf(content) {
  return typeof content === 'string' ? [{ text: content }] : (content ?? []);
}

/** Drops empty texts and joins parts, because clients split texts differently. */
function joined(items) {
  const all = [];
  for (const [kind, text] of items) {
    const plain = text.trim();
    if (plain === '') continue;
    const last = all.at(-1);
    if (last?.[0] === kind && kind !== 'call' && kind !== 'result') last[1] += `\n${plain}`;
    else all.push([kind, plain]);
  }
  return all;
}

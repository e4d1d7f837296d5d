import http from 'node:http';

/**
 * A Messages API on loopback that follows scripts. The last prompt with a mark (`@@name`) selects the script, and the
 * replies after it in the conversation show how far the script has run. Without a mark, it sends one short sentence. If a
 * script is a function, it gets the request.
 */
export function startChatApi(scripts) {
  const requests = [];
  /** Ids of replies that were sent completely. */
  const given = [];
  const failed = new Map();
  let replies = 0;
  const server = http.createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}');
      if (request.url.includes('/count_tokens')) return send(response, 200, { input_tokens: 100 });
      if (!request.url.startsWith('/v1/messages') || !body.messages)
        return send(response, 404, problem('not_found_error'));
      requests.push(body);
      const { name, step } = stepFor(body, scripts);
      const times = failed.get(`${name}${JSON.stringify(step.blocks)}`) ?? 0;
      const failure = step.failures?.[times];
      if (failure) {
        failed.set(`${name}${JSON.stringify(step.blocks)}`, times + 1);
        return send(response, failure, problem('overloaded_error'));
      }
      const onGiven = (id) => given.push(id);
      return stream(response, body, { ...step, number: ++replies, onGiven });
    });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const close = () => {
        server.closeAllConnections();
        server.close();
      };
      resolve({ url: `http://127.0.0.1:${server.address().port}`, requests, given, close });
    });
  });
}

const problem = (type) => ({ type: 'error', error: { type, message: `scripted ${type}` } });
/** Matches our request for a summary and the real client's. */
const COMPACTION = /between <summary> and|Your task is to create a detailed summary of/;
const UNSCRIPTED = { blocks: [{ type: 'text', text: 'Understood.' }] };

function stepFor(body, scripts) {
  const words = JSON.stringify(body.messages.at(-1));
  if (COMPACTION.test(words)) return { name: 'summary', step: { blocks: [summary()] } };
  for (let at = body.messages.length - 1; at >= 0; at--) {
    const message = body.messages[at];
    if (message.role !== 'user') continue;
    const name = [...textOf(message).matchAll(/@@([a-z0-9]+)/g)].at(-1)?.[1];
    if (name === undefined) continue;
    const given = body.messages.slice(at).filter(({ role }) => role === 'assistant').length;
    const script = typeof scripts[name] === 'function' ? scripts[name](body) : scripts[name];
    return { name, step: script?.[given] ?? UNSCRIPTED };
  }
  return { name: '', step: UNSCRIPTED };
}

function summary() {
  return { type: 'text', text: '<summary>\nThe person tries things out. Nothing is left to do.\n</summary>' };
}

function textOf({ content }) {
  if (typeof content === 'string') return content;
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}

function send(response, status, value) {
  response.writeHead(status, {
    'content-type': 'application/json',
    'request-id': 'req_chat_failed',
    'retry-after-ms': '10',
  });
  response.end(JSON.stringify(value));
}

async function stream(response, body, step) {
  const id = `msg_chat_${step.number}_${Date.now()}`;
  response.writeHead(200, { 'content-type': 'text/event-stream', 'request-id': `req_chat_${step.number}` });
  const report = (type, fields = {}) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
  const usage = {
    input_tokens: step.inputTokens ?? 3,
    cache_creation_input_tokens: 5,
    cache_read_input_tokens: 100,
    output_tokens: 1,
  };
  const empty = { content: [], stop_reason: null, stop_sequence: null, usage };
  report('message_start', { message: { id, type: 'message', role: 'assistant', model: body.model, ...empty } });
  for (const [index, block] of step.blocks.entries()) {
    const named =
      block.type === 'tool_use' ? { ...block, id: block.id ?? `toolu_chat_${step.number}_${index}` } : block;
    for (const [type, fields] of blockEvents(named)) {
      report(type, { index, ...fields });
      if (step.slowMs) await new Promise((resolve) => setTimeout(resolve, step.slowMs));
    }
    if (step.cutAfter === index) return setTimeout(() => response.destroy(), 50);
  }
  if (step.hang) return undefined;
  const calls = step.blocks.some((block) => block.type === 'tool_use');
  const stop_reason = step.stop_reason ?? (calls ? 'tool_use' : 'end_turn');
  report('message_delta', { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 7 } });
  report('message_stop');
  step.onGiven(id);
  return response.end();
}

function blockEvents(block) {
  const start = (content_block) => ['content_block_start', { content_block }];
  const delta = (fields) => ['content_block_delta', { delta: fields }];
  const stop = ['content_block_stop', {}];
  if (block.type === 'text') {
    const pieces = block.text.match(/[\s\S]{1,10}/g).map((text) => delta({ type: 'text_delta', text }));
    return [start({ type: 'text', text: '' }), ...pieces, stop];
  }
  if (block.type === 'thinking') {
    const { thinking, signature } = block;
    const pieces = [delta({ type: 'thinking_delta', thinking }), delta({ type: 'signature_delta', signature })];
    return [start({ type: 'thinking', thinking: '', signature: '' }), ...pieces, stop];
  }
  if (block.type === 'tool_use') {
    const partial_json = JSON.stringify(block.input);
    return [start({ ...block, input: {} }), delta({ type: 'input_json_delta', partial_json }), stop];
  }
  return [start(block), stop];
}

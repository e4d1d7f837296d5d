import http from 'node:http';

const USAGE = { input_tokens: 3, cache_creation_input_tokens: 0, cache_read_input_tokens: 100, output_tokens: 4 };

/**
 * A Messages API on loopback that answers every request with one short text and records the requests. It has only what a
 * resume needs (replies with or without streaming, token counting) and returns 404 for the rest. Every reply has `usage`.
 */
export function startApi(usage = USAGE) {
  const requests = [];
  const server = http.createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () =>
      answer(request, response, { text: Buffer.concat(chunks).toString('utf8'), requests, usage }),
    );
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve({
        url: `http://127.0.0.1:${server.address().port}`,
        requests,
        close: () => {
          server.closeAllConnections();
          server.close();
        },
      });
    });
  });
}

function answer(request, response, { text, requests, usage }) {
  const { pathname } = new URL(request.url, 'http://localhost');
  if (pathname === '/v1/messages/count_tokens') return sendJson(response, 200, { input_tokens: text.length >> 2 });
  if (pathname !== '/v1/messages' || request.method !== 'POST') {
    return sendJson(response, 404, { type: 'error', error: { type: 'not_found_error', message: request.url } });
  }
  const body = JSON.parse(text);
  requests.push(body);
  if (body.stream) return stream(response, body, usage);
  return sendJson(response, 200, reply(body, [{ type: 'text', text: TEXT }], usage));
}

const TEXT = 'Understood.';
let replies = 0;

function reply(body, content, usage) {
  const id = `msg_conformance_${++replies}`;
  const end = content.length > 0 ? 'end_turn' : null;
  return {
    id,
    type: 'message',
    role: 'assistant',
    model: body.model,
    content,
    stop_reason: end,
    stop_sequence: null,
    usage,
  };
}

function sendJson(response, status, value) {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': `req_conformance_${replies}` });
  response.end(JSON.stringify(value));
}

function stream(response, body, usage) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'request-id': `req_conformance_${replies}` });
  const send = (type, fields) => response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
  send('message_start', { message: reply(body, [], usage) });
  send('content_block_start', { index: 0, content_block: { type: 'text', text: '' } });
  send('content_block_delta', { index: 0, delta: { type: 'text_delta', text: TEXT } });
  send('content_block_stop', { index: 0 });
  send('message_delta', { delta: { stop_reason: 'end_turn', stop_sequence: null }, usage });
  send('message_stop', {});
  response.end();
}

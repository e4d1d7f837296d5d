import http from 'node:http';
import { spansIn } from './span-set.mjs';

/**
 * A backend on loopback that accepts OTLP in JSON and keeps all spans in order of arrival.
 * `requests`: when each began, was read, was answered and was closed, and its spans' ids.
 */
export function startReceiver() {
  const spans = [];
  const requests = [];
  const server = http.createServer((request, response) => {
    const chunks = [];
    const times = { begunAt: Date.now(), spans: [] };
    requests.push(times);
    response.on('finish', () => {
      times.answeredAt = Date.now();
    });
    response.on('close', () => {
      times.closedAt = Date.now();
    });
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const found = spansIn(JSON.parse(Buffer.concat(chunks).toString('utf8')));
      Object.assign(times, { readAt: Date.now(), spans: found.map(({ spanId }) => spanId) });
      spans.push(...found);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{}');
    });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const close = () => {
        server.closeAllConnections();
        server.close();
      };
      resolve({ url: `http://127.0.0.1:${server.address().port}`, spans, requests, close });
    });
  });
}

import http from 'node:http';
import { spansIn } from './span-set.mjs';

/** A backend on loopback that accepts OTLP in JSON and keeps all spans in order of arrival. */
export function startReceiver() {
  const spans = [];
  const server = http.createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      spans.push(...spansIn(JSON.parse(Buffer.concat(chunks).toString('utf8'))));
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
      resolve({ url: `http://127.0.0.1:${server.address().port}`, spans, close });
    });
  });
}

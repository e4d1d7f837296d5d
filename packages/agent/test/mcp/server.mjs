// A small MCP server: over stdio, or over HTTP with a port as its argument.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';

const object = { type: 'object', properties: { text: { type: 'string' } } };
const tools = [
  { name: 'echo', description: 'says it back', inputSchema: object, annotations: { readOnlyHint: true } },
  { name: 'fail', description: 'fails', inputSchema: object },
  { name: 'picture', description: 'a picture', inputSchema: object },
  { name: 'long', description: 'says much', inputSchema: object },
  { name: 'hang', description: 'never answers', inputSchema: object },
  { name: 'die', description: 'ends the server', inputSchema: object },
  { name: 'environment', description: 'what it was given', inputSchema: object },
  { name: 'grow', description: 'brings another tool', inputSchema: object },
  { name: 'odd name!', description: '', inputSchema: object },
];

const text = (words) => ({ content: [{ type: 'text', text: words }] });

const answers = {
  echo: ({ text: words }) => text(`you said: ${words}`),
  fail: () => ({ ...text('it went wrong'), isError: true }),
  picture: () => ({
    content: [
      { type: 'image', data: 'aGk=', mimeType: 'image/png' },
      { type: 'resource', resource: { uri: 'file:///a.txt', text: 'inside' } },
      { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' },
    ],
  }),
  long: () => text('word '.repeat(50_000)),
  hang: () => new Promise(() => undefined),
  die: () => process.exit(1),
  environment: () => text(JSON.stringify({ ...process.env, cwd: process.cwd() })),
  grow: async (_, server) => {
    tools.push({ name: 'grown', description: 'new', inputSchema: object });
    await server.sendToolListChanged();
    return text('grown');
  },
};

function makeServer() {
  const server = new Server({ name: 'test', version: '1.0.0' }, { capabilities: { tools: { listChanged: true } } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => answers[params.name](params.arguments ?? {}, server));
  return server;
}

if (process.argv[2] === 'broken') {
  console.error('there is no database');
  process.exit(1);
} else if (process.argv[2] === 'http') {
  const server = createServer(async (request, response) => {
    if (request.headers.authorization !== 'Bearer open') return response.writeHead(401).end();
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, id: randomUUID() });
    await makeServer().connect(transport);
    await transport.handleRequest(request, response);
  });
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));
} else {
  await makeServer().connect(new StdioServerTransport());
}

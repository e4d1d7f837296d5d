import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { driverTransport } from './driver-transport.js';
import type { ServerConfig, ServerTransport } from './server-config.js';

/** A tool as a server describes it. */
export interface RemoteTool {
  name: string;
  description: string;
  inputSchema: { [key: string]: unknown };
  isReadOnly: boolean;
}

export interface Connection {
  tools: RemoteTool[];
  call(name: string, input: { [key: string]: unknown }, options: CallOptions): Promise<CallResult>;
  close(): Promise<void>;
}

export interface CallOptions {
  signal: AbortSignal;
  timeoutMs: number;
  onProgress(progress: { progress: number; total?: number; message?: string }): void;
}

export interface CallResult {
  content: { [key: string]: unknown }[];
  isError: boolean;
}

export interface ConnectOptions {
  projectDir: string;
  timeoutMs: number;
  /** The server has disconnected. */
  onClose(): void;
  onTools(tools: RemoteTool[]): void;
}

const MAX_TOOLS = 500;
const MAX_DESCRIPTION = 2048;

/** Connects to a server. Loads the SDK only now, since that takes a second. */
export async function connect({ transport }: ServerConfig, options: ConnectOptions): Promise<Connection> {
  const { Client: ClientClass } = await import('@modelcontextprotocol/sdk/client/index.js');
  const { ToolListChangedNotificationSchema } = await import('@modelcontextprotocol/sdk/types.js');
  const client: Client = new ClientClass({ name: 'unspool', version: '0.1.0' }, { capabilities: {} });
  const way = await openTransport(transport, options);
  try {
    await client.connect(way.transport, { timeout: options.timeoutMs });
    const tools = await listTools(client, options.timeoutMs);
    client.setNotificationHandler(ToolListChangedNotificationSchema, async () => {
      options.onTools(await listTools(client, options.timeoutMs));
    });
    client.onclose = options.onClose;
    return { tools, call: (name, input, how) => call(client, name, input, how), close: () => client.close() };
  } catch (error) {
    await client.close().catch(() => undefined);
    const words = way.lastWords().trim();
    throw new Error(words === '' ? (error as Error).message : `${(error as Error).message}\n${words}`);
  }
}

interface OpenTransport {
  transport: Transport;
  /** The server's last output on stderr, to explain a failure. */
  lastWords(): string;
}

async function openTransport(config: ServerTransport, { projectDir }: ConnectOptions): Promise<OpenTransport> {
  if (config.type === 'stdio') return openProcess(config, projectDir);
  if (config.type === 'driver') return { transport: driverTransport(config.send), lastWords: () => '' };
  const url = new URL(config.url);
  const requestInit = { headers: config.headers };
  if (config.type === 'sse') {
    const { SSEClientTransport } = await import('@modelcontextprotocol/sdk/client/sse.js');
    return { transport: new SSEClientTransport(url, { requestInit }), lastWords: () => '' };
  }
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
  const transport = new StreamableHTTPClientTransport(url, { requestInit });
  // Under exactOptionalPropertyTypes the SDK's transport classes do not match its own Transport type.
  return { transport: transport as unknown as Transport, lastWords: () => '' };
}

async function openProcess(
  { command, args, env }: Extract<ServerTransport, { type: 'stdio' }>,
  cwd: string,
): Promise<OpenTransport> {
  const { StdioClientTransport, getDefaultEnvironment } = await import('@modelcontextprotocol/sdk/client/stdio.js');
  // Only the variables that every program needs: a server must not see the user's keys.
  const started = { command, args, env: { ...getDefaultEnvironment(), ...env }, cwd };
  let words = '';
  const onWords = (chunk: Buffer) => {
    words = (words + chunk.toString()).slice(-2000);
  };
  const lastWords = () => words;
  if (process.platform !== 'win32') {
    const { ProcessTransport } = await import('./process-transport.js');
    return { transport: new ProcessTransport({ ...started, onWords }), lastWords };
  }
  const transport = new StdioClientTransport({ ...started, stderr: 'pipe' });
  transport.stderr?.on('data', onWords);
  return { transport, lastWords };
}

async function listTools(client: Client, timeout: number): Promise<RemoteTool[]> {
  if (!client.getServerCapabilities()?.tools) return [];
  const tools: RemoteTool[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.listTools(cursor === undefined ? {} : { cursor }, { timeout });
    for (const { name, description = '', inputSchema, annotations } of page.tools) {
      const isReadOnly = annotations?.readOnlyHint === true;
      tools.push({ name, description: description.slice(0, MAX_DESCRIPTION), inputSchema, isReadOnly });
    }
    cursor = page.nextCursor;
  } while (cursor !== undefined && tools.length < MAX_TOOLS);
  return tools.slice(0, MAX_TOOLS);
}

async function call(
  client: Client,
  name: string,
  input: { [key: string]: unknown },
  { signal, timeoutMs, onProgress }: CallOptions,
): Promise<CallResult> {
  const result = await client.callTool({ name, arguments: input }, undefined, {
    signal,
    timeout: timeoutMs,
    resetTimeoutOnProgress: true,
    onprogress: ({ progress, total, message }) =>
      onProgress({ progress, ...(total !== undefined && { total }), ...(message !== undefined && { message }) }),
  });
  const content = Array.isArray(result.content) ? (result.content as { [key: string]: unknown }[]) : [];
  return { content, isError: result.isError === true };
}

import type { Settings } from '../settings/read-settings.js';
import type { Tool } from '../tools/tool.js';
import { type Connection, connect, type RemoteTool } from './connection.js';
import { mcpTool } from './mcp-tool.js';
import { type McpPlace, readServers, type ServerConfig } from './server-config.js';
import { consentTo } from './server-consent.js';
import type { ServerState } from './server-state.js';

export interface McpOptions extends McpPlace {
  settings: readonly Settings[];
  /** Whether the user allowed this folder's servers when starting the chat. */
  trustsServers: boolean;
  /** Asks the user about a server that came with the folder. If absent, such servers are not started. */
  askConsent?(server: ServerConfig): Promise<boolean>;
  /** Shows a message to the user. */
  tell(message: string): void;
  /** Called when the list of tools has changed. */
  onChange?(): void;
}

const CONNECT_TIMEOUT_MS = 30_000;

/** A session's servers. They start in parallel. Each adds its tools once it is connected. */
export class McpServers {
  private readonly servers = new Map<string, Server>();

  constructor(private readonly options: McpOptions) {}

  /** Tools of the connected servers. Read this before every request. */
  tools(): Tool[] {
    const seen = new Set<string>();
    const tools = [...this.servers.values()].flatMap((server) => server.tools());
    return tools.filter(({ name }) => !seen.has(name) && seen.add(name));
  }

  states(): ServerState[] {
    return [...this.servers.values()].map(({ config, status, remote }) => ({
      name: config.name,
      status,
      tools: remote.length,
    }));
  }

  /** Resolves when every server has connected or failed. */
  async start(): Promise<void> {
    const configs = readServers(this.options, this.options.tell);
    // Ask about one server at a time, then start all in parallel.
    for (const config of configs) {
      const server = new Server(config, this.options);
      this.servers.set(config.name, server);
      if (!(await this.mayStart(config))) server.status = 'refused';
    }
    const waiting = [...this.servers.values()].filter(({ status }) => status === 'connecting');
    await Promise.all(waiting.map((server) => server.reach().catch((error: Error) => server.failed(error))));
  }

  /** Adds servers that the driving program supplies later. */
  async add(configs: readonly ServerConfig[]): Promise<void> {
    const added = configs.map((config) => new Server(config, this.options));
    for (const server of added) this.servers.set(server.config.name, server);
    await Promise.all(added.map((server) => server.reach().catch((error: Error) => server.failed(error))));
  }

  async close(): Promise<void> {
    await Promise.all([...this.servers.values()].map((server) => server.close()));
  }

  private async mayStart(config: ServerConfig): Promise<boolean> {
    const { settings, trustsServers, askConsent, tell: report } = this.options;
    const consent = consentTo(config, settings, this.options);
    if (consent !== 'ask') return consent === 'yes';
    if (trustsServers) return true;
    if (askConsent) return askConsent(config);
    report(`The MCP server "${config.name}" from this folder was not started: you have not approved it yet.`);
    return false;
  }
}

/** One server. If its connection is lost, the next call reconnects. */
class Server {
  status: ServerState['status'] = 'connecting';
  remote: RemoteTool[] = [];
  private connection: Promise<Connection> | undefined;

  constructor(
    readonly config: ServerConfig,
    private readonly options: McpOptions,
  ) {}

  tools(): Tool[] {
    return this.remote.map((remote) => mcpTool(this.config.name, remote, () => this.reach()));
  }

  reach(): Promise<Connection> {
    this.connection ??= this.open().catch((error: unknown) => {
      this.connection = undefined;
      throw error;
    });
    return this.connection;
  }

  failed(error: Error): void {
    this.status = 'failed';
    this.options.tell(`Cannot start the MCP server "${this.config.name}": ${error.message}`);
  }

  async close(): Promise<void> {
    const open = await this.connection?.catch(() => undefined);
    this.connection = undefined;
    await open?.close().catch(() => undefined);
  }

  private async open(): Promise<Connection> {
    const connection = await connect(this.config, {
      projectDir: this.options.projectDir,
      timeoutMs: Number(this.options.env['MCP_TIMEOUT']) || CONNECT_TIMEOUT_MS,
      onClose: () => {
        this.connection = undefined;
      },
      onTools: (tools) => this.take(tools),
    });
    this.status = 'connected';
    this.take(connection.tools);
    return connection;
  }

  private take(tools: RemoteTool[]): void {
    this.remote = tools;
    this.options.onChange?.();
  }
}

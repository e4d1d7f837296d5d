import type { Settings } from '../settings/read-settings.js';
import type { Tool } from '../tools/tool.js';
import { type Connection, connect, type RemoteTool } from './connection.js';
import { mcpTool } from './mcp-tool.js';
import { type McpPlace, readServers, type ServerConfig } from './server-config.js';
import { consentTo } from './server-consent.js';
import type { ServerState } from './server-state.js';

export interface McpOptions extends McpPlace {
  settings: readonly Settings[];
  /** The person said when starting that the servers of this folder may run. */
  trustsServers: boolean;
  /** Asks the person about a server that came with the folder; without it such a server is not started. */
  askConsent?(server: ServerConfig): Promise<boolean>;
  /** Something the person should know. */
  tell(message: string): void;
  /** There are other tools now. */
  onChange?(): void;
}

const CONNECT_TIMEOUT_MS = 30_000;

/** The servers of a session. They are started together and bring their tools when they are ready. */
export class McpServers {
  private readonly servers = new Map<string, Server>();

  constructor(private readonly options: McpOptions) {}

  /** The tools of servers that are there now: ask again before every request. */
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

  /** Done when every server is there or has failed. */
  async start(): Promise<void> {
    const configs = readServers(this.options, this.options.tell);
    // One question after the other, then all at once.
    for (const config of configs) {
      const server = new Server(config, this.options);
      this.servers.set(config.name, server);
      if (!(await this.mayStart(config))) server.status = 'refused';
    }
    const waiting = [...this.servers.values()].filter(({ status }) => status === 'connecting');
    await Promise.all(waiting.map((server) => server.reach().catch((error: Error) => server.failed(error))));
  }

  /** Servers that came later, from who drives us. */
  async add(configs: readonly ServerConfig[]): Promise<void> {
    const added = configs.map((config) => new Server(config, this.options));
    for (const server of added) this.servers.set(server.config.name, server);
    await Promise.all(added.map((server) => server.reach().catch((error: Error) => server.failed(error))));
  }

  async close(): Promise<void> {
    await Promise.all([...this.servers.values()].map((server) => server.close()));
  }

  private async mayStart(config: ServerConfig): Promise<boolean> {
    const { settings, trustsServers, askConsent, tell } = this.options;
    const consent = consentTo(config, settings, this.options);
    if (consent !== 'ask') return consent === 'yes';
    if (trustsServers) return true;
    if (askConsent) return askConsent(config);
    tell(`The MCP server "${config.name}" of this folder was not started: nobody has agreed to it yet.`);
    return false;
  }
}

/** One server; it is reached again when it was lost and is needed. */
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
    this.options.tell(`The MCP server "${this.config.name}" could not be started: ${error.message}`);
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

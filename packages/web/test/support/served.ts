import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AGENT_NAMES } from '@unspool/foreign';
import { configFolderAt } from '@unspool/session/locate';
import { type RunningServer, type ServerOptions, startServer } from '../../src/server/start-server.js';
import type { AppState } from '../../src/view/routes.js';
import { threadScript } from './thread-script.js';

const samples = join(import.meta.dirname, '../../../cli/samples');

export interface Answer<Body = unknown> {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
  json: Body;
}

/** A real server on loopback with its own config folder, and a browser's cookie. */
export class Served {
  server: RunningServer;

  private constructor(
    readonly home: string,
    readonly config: string,
    private readonly options: ServerOptions,
    first: RunningServer,
    private cookie: string,
    readonly faults: unknown[],
  ) {
    this.server = first;
  }

  /** Default: the sample sessions. */
  static async start(fill: (config: string) => void = copySamples, appFolder?: string): Promise<Served> {
    const home = mkdtempSync(join(tmpdir(), 'unspool-web-'));
    const config = join(home, '.claude');
    mkdirSync(join(config, 'projects'), { recursive: true });
    fill(config);
    const faults: unknown[] = [];
    const folder = configFolderAt(config);
    const options: ServerOptions = {
      version: '0.0.0-test',
      configs: folder ? [folder] : [],
      folders: [config],
      isSample: false,
      foreign: {
        root: join(home, 'data/foreign'),
        place: { env: {}, home, platform: 'linux' },
        agents: [...AGENT_NAMES],
      },
      dataFolder: join(home, 'data'),
      database: join(home, 'data', 'unspool.db'),
      ownPrices: undefined,
      team: { dataFolder: join(home, 'data'), home, env: {} },
      appFolder,
      threadScript: await threadScript(),
      onFault: (error) => faults.push(error),
    };
    const served = new Served(home, config, options, await startServer(options), '', faults);
    await served.enter();
    await served.ready();
    return served;
  }

  /** Restarts on the same port; the browser's key is no longer valid. */
  async startAgain(): Promise<void> {
    this.server = await startServer({ ...this.options, port: this.port });
  }

  /** Starts a new server, as after a restart, and lets a browser in. */
  async restart(): Promise<void> {
    await this.server.close();
    this.server = await startServer(this.options);
    await this.enter();
    await this.ready();
  }

  async stop(): Promise<void> {
    await this.server.close();
    rmSync(this.home, { recursive: true, force: true });
  }

  get port(): number {
    return this.server.port;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get cookieHeader(): string {
    return this.cookie;
  }

  /** The headers that a page of the app sends with a change. */
  pageHeaders(token: string) {
    return {
      cookie: this.cookie,
      'content-type': 'application/json',
      origin: this.origin,
      'x-unspool-token': token,
    };
  }

  async enter(): Promise<void> {
    const link = new URL(this.server.newLink());
    const { headers } = await this.ask(`${link.pathname}${link.search}`);
    this.cookie = String(headers['set-cookie']).split(';')[0] ?? '';
  }

  /** Waits until the index is built. */
  async ready(): Promise<void> {
    for (;;) {
      const { json } = await this.get<AppState>('/api/state');
      if (json.index.phase === 'ready') return;
      if (json.index.phase === 'failed') throw new Error(json.index.message ?? 'the index failed');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async get<Body>(path: string): Promise<Answer<Body>> {
    return (await this.ask(path, { headers: { cookie: this.cookie } })) as Answer<Body>;
  }

  async post<Body>(path: string, body: unknown): Promise<Answer<Body>> {
    const { json } = await this.get<AppState>('/api/state');
    return (await this.ask(path, {
      method: 'POST',
      headers: this.pageHeaders(json.writeToken),
      body: JSON.stringify(body),
    })) as Answer<Body>;
  }

  /** Sends a request exactly as given. Unlike a browser or `fetch`, it does not add, normalise or follow anything. */
  ask(
    path: string,
    {
      method = 'GET',
      headers = {},
      body,
    }: { method?: string; headers?: { [name: string]: string }; body?: string } = {},
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const asked = request({ host: '127.0.0.1', port: this.port, path, method, headers, agent: false }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          const isJson = answer.headers['content-type']?.startsWith('application/json');
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text,
            json: isJson ? JSON.parse(text) : undefined,
          });
        });
      });
      asked.on('error', reject);
      asked.end(body);
    });
  }
}

/** Copies the samples and makes them old enough not to count as live. */
export function copySamples(config: string): void {
  const from = join(samples, 'projects');
  cpSync(from, join(config, 'projects'), { recursive: true });
  // Sub-agents, too: one that was just written makes its session live.
  age(config, readdirSync(from, { recursive: true, encoding: 'utf8' }));
}

export function age(config: string, names: readonly string[]): void {
  const past = new Date(Date.now() - 2 * 86_400_000);
  for (const name of names) utimesSync(join(config, 'projects', name), past, past);
}

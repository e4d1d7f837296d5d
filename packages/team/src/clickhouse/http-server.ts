import { TeamFailure } from '../contract/failure.js';
import { type ClickHouse, escaped, type Parameters, type Row, withLiterals } from './clickhouse.js';

export interface HttpServerOptions {
  url: string;
  user: string;
  password: string;
  database: string;
  /** Whether the server replaces `{name:Type}` itself. */
  hasParameters: boolean;
}

const TIMEOUT = 60_000;

/** A ClickHouse server over its HTTP interface. */
export class HttpServer implements ClickHouse {
  constructor(private readonly options: HttpServerOptions) {}

  get name(): string {
    return this.options.url;
  }

  async query(sql: string, parameters: Parameters = {}): Promise<Row[]> {
    const answer = await this.send(`${sql} FORMAT JSONEachRow`, parameters);
    const lines = Buffer.from(await answer.arrayBuffer())
      .toString('latin1')
      .split('\n');
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Row);
  }

  async insert(table: string, rows: readonly Row[], { isRepeated = false } = {}): Promise<void> {
    if (rows.length === 0) return;
    const body = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''), 'latin1');
    const settings: { [name: string]: string } = isRepeated ? { insert_deduplicate: '0' } : {};
    await this.send(body, {}, { query: `INSERT INTO ${table} FORMAT JSONEachRow`, ...settings });
  }

  async command(sql: string, parameters: Parameters = {}): Promise<void> {
    await (await this.send(sql, parameters)).arrayBuffer();
  }

  async close(): Promise<void> {}

  private async send(
    body: string | Uint8Array,
    parameters: Parameters,
    settings: { [name: string]: string } = {},
  ): Promise<Response> {
    const { url, user, password, database, hasParameters } = this.options;
    const address = new URL(url);
    address.searchParams.set('database', database);
    address.searchParams.set('insert_distributed_sync', '1');
    for (const [name, value] of Object.entries(settings)) address.searchParams.set(name, value);
    if (hasParameters) {
      for (const [name, value] of Object.entries(parameters)) {
        address.searchParams.set(`param_${name}`, escaped(String(value)));
      }
    }
    const isLiteral = typeof body === 'string' && !hasParameters;
    const headers = { 'X-ClickHouse-User': user, 'X-ClickHouse-Key': password };
    let answer: Response;
    try {
      answer = await fetch(address, {
        method: 'POST',
        headers,
        body: isLiteral ? withLiterals(body, parameters) : body,
        signal: AbortSignal.timeout(TIMEOUT),
      });
    } catch (error) {
      throw gone(url, error as Error);
    }
    if (answer.ok) return answer;
    throw refusal(url, await answer.text());
  }
}

function gone(url: string, { message, cause }: Error): TeamFailure {
  return new TeamFailure('store_unavailable', 'ClickHouse is not responding.', {
    why: `${new URL(url).host}: ${cause instanceof Error && cause.message !== '' ? cause.message : message}`,
    hint: 'Laptops keep their queues and try again.',
  });
}

/** ClickHouse's error message, without the stack and the query, which may contain session text. */
function refusal(url: string, text: string): TeamFailure {
  const code = /Code:\s*(\d+)/.exec(text)?.[1] ?? '';
  return new TeamFailure('store_unavailable', 'ClickHouse refused a request.', {
    why: `${new URL(url).host}: ${REASONS[code] ?? `error ${code || 'without a code'}`}`,
    hint: 'See the ClickHouse log.',
  });
}

const REASONS: { readonly [code: string]: string } = {
  '159': 'it took too long',
  '193': 'the password is wrong',
  '202': 'too many queries at once',
  '209': 'it took too long',
  '241': 'it has no memory left',
  '242': 'the table is read-only: ZooKeeper or Keeper is unreachable',
  '243': 'its disk is full',
  '252': 'too many parts: it is behind with merging',
  '497': 'the user lacks the permission',
  '516': 'the user or the password is wrong',
};

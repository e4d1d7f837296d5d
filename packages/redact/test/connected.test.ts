import { describe, expect, it } from 'vitest';
import { createRedactor, findSecrets, maskFields } from '../src/index.js';
import { PEM, PEM_BODY } from './made-up-secrets.js';

const found = (text: string) => findSecrets(text).map(({ start, end }) => text.slice(start, end));
const SECRET = 'k8Zq1Lm4Xw7';

describe('a value after the name of a secret, joined in any way', () => {
  it.each([
    `{"name": "DB_PASSWORD", "value": "${SECRET}"}`,
    `- name: DB_PASSWORD\n  value: ${SECRET}`,
    `ENV DB_PASSWORD ${SECRET}`,
    `setx DB_PASSWORD ${SECRET}`,
    `CREATE USER ada IDENTIFIED BY '${SECRET}';`,
    `CREATE ROLE ada LOGIN PASSWORD '${SECRET}';`,
    `const DB_PASSWORD: &str = "${SECRET}";`,
    `var dbPassword string = "${SECRET}"`,
    `process.env.DB_PASSWORD || '${SECRET}'`,
    `process.env.DB_PASSWORD ?? "${SECRET}"`,
    `os.getenv("DB_PASSWORD", "${SECRET}")`,
    `define('DB_PASSWORD', '${SECRET}');`,
    `ENV.fetch('DB_PASSWORD') { '${SECRET}' }`,
    `**Password:** ${SECRET}`,
    `| Password | ${SECRET} |`,
    `variable "db_password" {\n  type    = string\n  default = "${SECRET}"\n}`,
    `requirepass ${SECRET}`,
    `setPassword("${SECRET}")`,
    `<td>Password</td><td>${SECRET}</td>`,
    `{\\"name\\":\\"DB_PASSWORD\\",\\"value\\":\\"${SECRET}\\"}`,
    `{"value": "${SECRET}", "name": "DB_PASSWORD"}`,
    `<input name="db_password" type="hidden" value="${SECRET}">`,
    `requests.get(url, auth=("ada", "${SECRET}"))`,
    `new PDO("mysql:host=db;dbname=x", "ada", "${SECRET}")`,
    `jwt.sign({ sub: 1 }, "${SECRET}")`,
    `root:${SECRET}@tcp(db:3306)/x`,
    `UID=sa;PWD=${SECRET}`,
    `net use Z: \\\\host\\share /user:ada ${SECRET}`,
    `xfreerdp /v:host /u:ada /p:${SECRET}`,
    `credentials: ada / ${SECRET}`,
    `login with ada / ${SECRET}`,
    `password for staging: ${SECRET}`,
    `sudo -S <<< "${SECRET}"`,
  ])('%s', (text) => {
    expect(found(text)).toEqual([SECRET]);
    expect(found(`some words before it\n${text}\nand some words below it`)).toEqual([SECRET]);
  });

  it.each([
    ['a cookie jar', '.x.example\tTRUE\t/\tTRUE\t0\tconnect.sid\tqT7mZ2Lx9vB4nR8kW1pY6cD3'],
    ['a list of cookies', '{"name": "sessionid", "value": "qT7mZ2Lx9vB4nR8kW1pY6cD3"}'],
    ['a cookie', 'ASP.NET_SessionId=qT7mZ2Lx9vB4nR8kW1pY6cD3'],
    ['a Vault token', 'use s.qT7mZ2Lx9vB4nR8kW1pY6cD3'],
    ['a refresh token', '1//0qT7mZ2Lx9vB4nR8kW1pY6cD3hJ5sF0gAe8uQ4iO1'],
    ['hexadecimal', 'salt: 9f86d081884c7d659a2feaa0c55ad015'],
  ])('%s', (_, text) => {
    expect(found(text).join()).toContain(/\w{16}(?="?\}?$)/.exec(text)?.[0] ?? 'no secret');
  });

  it.each([
    'func (pw *ParquetWriter) Close() error {',
    'login("ada", "Home page of the user")',
    '["username", "password", "email"]',
    'password string `json:"password"`',
    'privateKey ed25519.PrivateKey',
    'the token is returned by step2_output',
    'import "sdk/credentials"\nimport "sdk/service/s3v2"',
    'const password = useState("")',
    'getenv("DB_PASSWORD", "")',
    '| Password | required |',
    'sessionId: "9f8b6c1e-0000-4000-8000-000000000001"',
  ])('is none: %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});

it('includes an exclamation mark at the end of a password', () => {
  expect(found('DB_PASSWORD=hunter2!')).toEqual(['hunter2!']);
});

describe('a secret that spans several strings of a list', () => {
  const lines = [' {', ...PEM.split('\n').map((line) => `+${line}`), ' }'];
  const value = { toolUseResult: { structuredPatch: [{ oldStart: 1, lines }] } };

  it('is replaced in each of them', () => {
    const redacted = createRedactor().redactValue(value);
    const text = JSON.stringify(redacted);
    for (const line of PEM_BODY.split('\n')) expect(text).not.toContain(line);
    expect(redacted.toolUseResult.structuredPatch[0]?.lines.length).toBe(lines.length);
    expect(redacted.toolUseResult.structuredPatch[0]?.lines[0]).toBe(' {');
    expect(createRedactor().redactValue(redacted)).toEqual(redacted);
  });

  it('is masked in each of them', () => {
    const text = JSON.stringify(maskFields(value));
    for (const line of PEM_BODY.split('\n')) expect(text).not.toContain(line);
  });

  it('may be a value below its name', () => {
    const list = ['machine host.example', '  login ada', '  password hunter2xy', 'end'];
    expect(JSON.stringify(createRedactor().redactValue({ list }))).not.toContain('hunter2xy');
    expect(JSON.stringify(maskFields({ list }))).not.toContain('hunter2xy');
  });

  it('leaves other lists as they are', () => {
    const list = { names: ['one', 'two'], lines: ['a line', 'another'] };
    expect(createRedactor().redactValue(list)).toBe(list);
  });
});

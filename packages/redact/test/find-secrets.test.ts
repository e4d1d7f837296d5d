import { describe, expect, it } from 'vitest';
import { findSecrets } from '../src/index.js';
import { AWS_SECRET, JWT, PEM, PEM_BODY, RANDOM_VALUE, SECRETS_BY_FORM } from './made-up-secrets.js';

const found = (text: string) => findSecrets(text).map(({ kind, start, end }) => [kind, text.slice(start, end)]);

describe('secrets known by their form', () => {
  it.each(SECRETS_BY_FORM)('%s', (kind, secret) => {
    expect(found(secret)).toEqual([[kind, secret]]);
    expect(found(`a word (${secret}), and more`)).toEqual([[kind, secret]]);
    expect(found(`a line\n${secret}\nanother`)).toEqual([[kind, secret]]);
  });

  it('letters alone, if they are not words', () => {
    const secret = ['glpat', 'DhYNqNEnRGBmuQyzxrIX'].join('-');
    expect(found(`main ${secret} x`)).toEqual([['gitlab_token', secret]]);
    for (const name of [
      'glpat-yourPersonalAccessTokenHere',
      'glpat-parseHTTPResponseURLs',
      'glpat-your-token-goes-here',
    ])
      expect(found(name)).toEqual([]);
  });

  it.each(SECRETS_BY_FORM)('%s after an escaped newline, a percent escape, a colour', (kind, secret) => {
    if (kind === 'private_key' || kind.startsWith('azure') || kind.startsWith('telegram')) return;
    for (const before of ['\\n', '\\\\n', '\\t', '\\u003d', '%3D', '\u001b[31m', '\\u001b[01;31m', '→', '密']) {
      expect(found(before + secret).map(([, value]) => value)).toEqual([secret]);
    }
  });

  it('an Azure secret at the end of a sentence', () => {
    const secret = `abc8Q~${RANDOM_VALUE}xY`;
    for (const after of ['.', '...', '~', '. Then', '.\n'])
      expect(found(`it is ${secret}${after}`)).toEqual([['azure_client_secret', secret]]);
  });

  it('finds the AWS secret next to its id', () => {
    expect(found(`AKIAIOSFODNN7EXAMPLE\n${AWS_SECRET}\nus-east-1`)).toEqual([
      ['aws_access_key', 'AKIAIOSFODNN7EXAMPLE'],
      ['aws_secret_key', AWS_SECRET],
    ]);
  });
});

describe('private keys', () => {
  const numbered = PEM.split('\n').map((line, index) => `${String(index + 1).padStart(6)}→${line}`);
  it.each([
    ['escaped newlines', PEM.replaceAll('\n', '\\n')],
    ['newlines escaped twice', PEM.replaceAll('\n', '\\\\n')],
    ['Windows newlines', PEM.replaceAll('\n', '\r\n')],
    ['on one line', PEM.replaceAll('\n', ' ')],
    ['with line numbers', numbered.join('\n').trimStart().slice(2)],
    ['without its end', PEM.slice(0, PEM.indexOf('-----END')).trimEnd()],
    ['OpenSSH', PEM.replaceAll('RSA', 'OPENSSH')],
    ['PKCS8', PEM.replaceAll('RSA ', '')],
    ['encrypted', PEM.replaceAll('RSA', 'ENCRYPTED')],
    ['PGP', PEM.replaceAll('RSA PRIVATE KEY', 'PGP PRIVATE KEY BLOCK')],
  ])('%s', (_, key) => {
    expect(found(`before ${key}`)).toEqual([['private_key', key]]);
  });

  it('truncated and followed by prose', () => {
    const cut = PEM.slice(0, PEM.indexOf('-----END')).trimEnd();
    expect(found(`${cut}\n\nAnd then it goes on.`)).toEqual([['private_key', cut]]);
  });

  it('of a Google service account', () => {
    const file = JSON.stringify({ type: 'service_account', private_key: PEM });
    expect(findSecrets(file).map(({ kind }) => kind)).toEqual(['gcp_service_account']);
  });

  it.each([
    '-----BEGIN RSA PRIVATE KEY-----',
    '`-----BEGIN PRIVATE KEY-----` is the header',
    `-----BEGIN CERTIFICATE-----\n${PEM_BODY}\n-----END CERTIFICATE-----`,
    `-----BEGIN PUBLIC KEY-----\n${PEM_BODY}\n-----END PUBLIC KEY-----`,
  ])('is not: %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});

describe('secrets known by the name next to them', () => {
  it.each([
    ['DB_PASSWORD=hunter2', 'password', 'hunter2'],
    ['export PGPASSWORD=hunter2', 'password', 'hunter2'],
    ['password: hunter2', 'password', 'hunter2'],
    ['"password": "hunter2"', 'password', 'hunter2'],
    ["password = 'correct-horse'", 'password', 'correct-horse'],
    ['password=hunter2hunter2', 'password', 'hunter2hunter2'],
    ['host=db user=app password=hunter2hunter2 sslmode=off', 'password', 'hunter2hunter2'],
    ['passwd=hunter2hunter2', 'password', 'hunter2hunter2'],
    ['pwd=hunter2hunter2', 'password', 'hunter2hunter2'],
    ['pass=hunter2hunter2', 'password', 'hunter2hunter2'],
    ['secret=hunter2hunter2', 'secret', 'hunter2hunter2'],
    ['token=hunter2hunter2', 'token', 'hunter2hunter2'],
    ['password=Passw0rd', 'password', 'Passw0rd'],
    ['login --password=MyPassword123', 'password', 'MyPassword123'],
    ['password: secret123', 'password', 'secret123'],
    ['password=s3cr3t.word', 'password', 's3cr3t.word'],
    ['{\\"password\\": \\"hunter2\\"}', 'password', 'hunter2'],
    ['{\\\\\\"password\\\\\\": \\\\\\"hunter2\\\\\\"}', 'password', 'hunter2'],
    ['{"password":"with \\"quotes"}', 'none', ''],
    ['{"password":"with\\"quotes\\\\"}', 'password', 'with\\"quotes\\\\'],
    ["os.environ['SECRET_KEY'] = 'f00-ba7-q8x'", 'secret', 'f00-ba7-q8x'],
    ['mysql --password hunter2 db', 'password', 'hunter2'],
    ['run(["mysql", "--password", "hunter2"])', 'password', 'hunter2'],
    ["['--password','hunter2']", 'password', 'hunter2'],
    ['{\\"args\\":[\\"--password\\",\\"hunter2\\"]}', 'password', 'hunter2'],
    ['"--password",\n  "hunter2",', 'password', 'hunter2'],
    ['key glpat-qetVspOFqhjhFTyXHbmV', 'gitlab_token', 'glpat-qetVspOFqhjhFTyXHbmV'],
    ['tool --password=hunter2', 'password', 'hunter2'],
    [`tool --api-key ${RANDOM_VALUE}`, 'api_key', RANDOM_VALUE],
    ['curl -u admin:hunter2 https://example.com', 'password', 'hunter2'],
    [`API_KEY=${RANDOM_VALUE}`, 'api_key', RANDOM_VALUE],
    [`const apiKey = "${RANDOM_VALUE}";`, 'api_key', RANDOM_VALUE],
    [`https://example.com/?access_token=${RANDOM_VALUE}&x=1`, 'token', RANDOM_VALUE],
    [`X-Api-Key: ${RANDOM_VALUE}`, 'api_key', RANDOM_VALUE],
    [`Authorization: Bearer ${RANDOM_VALUE}`, 'authorization', RANDOM_VALUE],
    ['Authorization: Basic dXNlcjpodW50ZXIy', 'authorization', 'dXNlcjpodW50ZXIy'],
    [`curl -H "Authorization: token ${RANDOM_VALUE}"`, 'authorization', RANDOM_VALUE],
    [`send Bearer ${RANDOM_VALUE} with it`, 'token', RANDOM_VALUE],
    ['Cookie: sid=s%3Aabcdef123456; theme=dark', 'cookie', 'sid=s%3Aabcdef123456; theme=dark'],
    [`aws_secret_access_key = ${AWS_SECRET}`, 'aws_secret_key', AWS_SECRET],
    [`client_secret: ${RANDOM_VALUE}`, 'secret', RANDOM_VALUE],
    ['<password>hunter2</password>', 'password', 'hunter2'],
    ["'password' => 'hunter2'", 'password', 'hunter2'],
    [`the API key is ${RANDOM_VALUE}`, 'api_key', RANDOM_VALUE],
    [
      'AccountKey=Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==;EndpointSuffix=x',
      'azure_key',
      'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==',
    ],
    ['Server=db;User Id=sa;Password=hunter2;Encrypt=yes', 'password', 'hunter2'],
    [`//registry.npmjs.org/:_authToken=${RANDOM_VALUE}`, 'token', RANDOM_VALUE],
  ])('%s', (text, kind, secret) => {
    expect(found(text)).toEqual(kind === 'none' ? [] : [[kind, secret]]);
  });

  it.each([
    'PGPASSWORD=mysecretpw psql -h db',
    'cd /srv && PGPASSWORD=mysecretpw psql',
    'DB_PASSWORD=mysecretpw',
    'docker run -e "MYSQL_ROOT_PASSWORD=mysecretpw" mysql',
    '{"command":"cd /srv\\nPGPASSWORD=mysecretpw psql"}',
  ])('a variable of a shell holds no name of code: %s', (text) => {
    expect(found(text)).toEqual([['password', 'mysecretpw']]);
  });

  it('the form determines the kind rather than the name', () => {
    expect(found(`TOKEN="${JWT}"`)).toEqual([['jwt', JWT]]);
  });
});

describe('secrets in URLs', () => {
  it.each([
    ['https://user:hunter2@example.com/x', 'basic_auth_url', 'hunter2'],
    ['postgres://app:s3cr%40t@db:5432/x', 'connection_string', 's3cr%40t'],
    ['mongodb+srv://app:hunter2@cluster.example.net', 'connection_string', 'hunter2'],
    ['redis://:hunter2@cache:6379', 'connection_string', 'hunter2'],
    ['postgres://app:pa/ss#1@db/x', 'connection_string', 'pa/ss#1'],
    [
      `https://hooks.slack.com/services/T00000000/B00000000/${RANDOM_VALUE.slice(0, 24)}`,
      'slack_webhook',
      `T00000000/B00000000/${RANDOM_VALUE.slice(0, 24)}`,
    ],
    [
      `https://discord.com/api/webhooks/123456789012345678/${RANDOM_VALUE}`,
      'discord_webhook',
      `123456789012345678/${RANDOM_VALUE}`,
    ],
  ])('%s', (text, kind, secret) => {
    expect(found(text)).toEqual([[kind, secret]]);
  });
});

describe('secrets in URLs with escapes', () => {
  it('percent escapes are not variables', () => {
    for (const password of ['p%40ss%21word', '%D0%BF%D0%B0%D1%80', '%40dmin%40'])
      expect(found(`postgres://me:${password}@db/app`)).toEqual([['connection_string', password]]);
    const signature = 'n8HtWn9xeSOOxGV9%2F6pErK39ovtHbBl1EMYDJabcdefg%3D';
    expect(found(`https://a.example/b?sv=2022&sig=${signature}&x=1`)).toEqual([['token', signature]]);
    for (const blank of ['%DB_PASSWORD%', '%s', '%(password)s'])
      expect(found(`postgres://me:${blank}@db/app`)).toEqual([]);
  });

  it.each([1, 3, 7])('an escaped @, with %i backslashes', (backslashes) => {
    const at = `${'\\'.repeat(backslashes)}u0040`;
    expect(found(`"https://user:pa55w0rd${at}host/x"`)).toEqual([['basic_auth_url', 'pa55w0rd']]);
    expect(found(`"postgres://me:p${at}ss1${at}db/x"`)).toEqual([['connection_string', `p${at}ss1`]]);
    expect(found(`"postgres://me:pa/ss#1${at}db/x"`)).toEqual([['connection_string', 'pa/ss#1']]);
    expect(found(`"https://medium.com/${at}somebody/x" "https://host:8080/${at}x"`)).toEqual([]);
  });

  it.each([1, 2, 3])('slashes after %i backslashes, as in JSON from PHP', (backslashes) => {
    const escaped = (address: string) => address.replaceAll('/', `${'\\'.repeat(backslashes)}/`);
    expect(found(`{"at":"${escaped('postgres://me:hunter22@db/app')}"}`)).toEqual([['connection_string', 'hunter22']]);
    const path = escaped('T01234567/B01234567/abcdefgh12345678ijklmnop');
    expect(found(`{"hook":"${escaped('https://hooks.slack.com/services/')}${path}"}`)).toEqual([
      ['slack_webhook', path],
    ]);
    const id = escaped(`123456789012345678/${RANDOM_VALUE.repeat(2)}`);
    expect(found(`{\\"hook\\":\\"${escaped('https://discord.com/api/webhooks/')}${id}\\"}`)).toEqual([
      ['discord_webhook', id],
    ]);
  });
});

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: variables of a shell.
describe('names and values in colour', () => {
  const coloured = (text: string) => text.replaceAll('ESC', '\u001b');

  it.each([
    'PASSWORDESC[0m=hunter2secret',
    'ESC[33mPASSWORDESC[0m=hunter2secret',
    'ESC[1;33mDB_PASSWORDESC[0m = hunter2secret',
    'passwordESC[0m: ESC[32mhunter2secretESC[0m',
    'PASSWORD=ESC[32mhunter2secretESC[0m',
    'ESC[34;1m"password"ESC[0mESC[1;39m:ESC[0m ESC[0;32m"hunter2secret"ESC[0m',
    'DB_ESC[01;31mESC[KPASSWORDESC[mESC[K=hunter2secret',
  ])('%s', (text) => {
    for (const each of [coloured(text), text.replaceAll('ESC', '\\u001b'), text.replaceAll('ESC', '\\\\u001B')])
      expect(found(each), each).toEqual([['password', 'hunter2secret']]);
  });

  it('a name of one word begins after its colour', () => {
    for (const [name, kind] of [
      ['token', 'token'],
      ['api_key', 'api_key'],
      ['ESC[Ktoken', 'token'],
    ])
      expect(found(coloured(`ESC[33m${name}ESC[0m: ESC[36m${RANDOM_VALUE}ESC[0m`))).toEqual([[kind, RANDOM_VALUE]]);
  });

  it.each([
    'passwordESC[0m: ESC[32mstringESC[0m',
    'PASSWORD=ESC[0m',
    'ESC[33mmax_tokensESC[0m=ESC[36m123456789012ESC[0m',
    'took ESC[32m15mESC[0m: hunter2secret',
    'password 15m=hunter2secret',
    'map[Key] = "some-value-1"',
  ])('is none: %s', (text) => {
    expect(found(coloured(text))).toEqual([]);
  });
});

describe('text that is not secret', () => {
  it.each([
    '9f8b6c1e-1d2c-4e3f-8a9b-0c1d2e3f4a5b',
    '71ea956b0c1d2e3f4a5b6c7d8e9f0a1b2c3d4e5f',
    'msg_01AbCdEfGhIjKlMnOpQrStUv',
    'toolu_01AbCdEfGhIjKlMnOpQrStUv',
    'req_011CSHoEeqs5C35K2UUqR7Fy',
    '"token": "toolu_01AbCdEfGhIjKlMnOpQrStUv"',
    '"integrity": "sha512-egdyZlydr2KLPBUB2GXEfm3Nl84RS4LKvoJkQ3/Je1JFSNypHrUUovJq7lBOgGVWG1sPuoxg20PBz5V8gg5Png=="',
    '/usr/local/lib/node_modules/@scope/package-name/dist/index.js',
    'C:\\Users\\name\\AppData\\Local\\npm_cache\\token',
    `data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==`,
    '"signature": "EqQBCkgIARABGAIiQL8aV1n0Zq3rV9kM2J7eYw0sQmXb4cD5fG6hJ8kL1pN2oR3tS4uV5wX6yZ7aB8cC9dD0eE1fF2gG3hH4iI5j=="',
    'max_tokens: 4096, "input_tokens": 123456',
    'password: string; token: TokenType; secret?: boolean',
    'const token = await getToken(session1);',
    'const password = process.env.DB_PASSWORD',
    'connect(user, password=args.password, token=self.token)',
    'login(password=config.db.pw)',
    'Client(proxy_password=options["password"], password=os.environ["PGPASSWORD"])',
    'createUser({ password=user?.password })',
    'password: userPassword2',
    'pass=12 fail=3, pass: true, "pass": "1つのロール値のみ使用されています"',
    'password=$DB_PASSWORD token=${TOKEN} secret={{ secret }}',
    '"password": "********", "api_key": "<your-api-key>", "token": "xxxxxxxxxxxxxxxxxxxx"',
    'sk-loading-spinner-container-wrapper',
    'ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    'sk-ant-api03-...',
    'next_page_token: "eyJvZmZzZXQiOjIwfQabcdef0123"',
    'cacheKey: "user-profile-1234567890abcdef"',
    'publicKey = "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA"',
    'PWD=/home/user/project1 OLDPWD=/tmp/x9',
    'The password must have at least 8 characters; the token expires in 30 days.',
    'https://example.com:8080/path?x=1 and git@github.com:owner/repo.git ssh://git@host/x',
    'https://user:${PASSWORD}@host https://<user>:<password>@host',
    'if (token === other1.token || secret != null) {}',
    'Authorization: Bearer $TOKEN',
    'import { tokenize } from "./tokenizer2.js"',
    'tokenType: "bearer", secretName: "db-credentials-v1", password_file: "/run/secrets/db"',
    '[redacted:aws_access_key:1a2b3c4d] password=[redacted:password:1a2b3c4d]',
  ])('%s', (text) => {
    expect(found(text)).toEqual([]);
  });
});
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: variables of a shell.

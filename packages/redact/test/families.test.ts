import { describe, expect, it } from 'vitest';
import { createRedactor } from '../src/index.js';

const PASSWORD = 'Walnut7Lantern!42';
const KEY = 'kT9vQ2xLm4Zr8WbN1cHy6DskT9vQ2xLm4Zr8WbN1cHy';
const HEX = '9c1f04be77a2d35e8b6640f1c2ad97e3';

describe('secrets in forms that one table entry covers for many tools and languages', () => {
  it.each([
    [PASSWORD, `pass_phrase=${PASSWORD}`],
    [PASSWORD, `数据库密码是 ${PASSWORD},请检查`],
    [PASSWORD, `パスワードは「${PASSWORD}」です`],
    [PASSWORD, `логин ada, пароль ${PASSWORD}`],
    [PASSWORD, `비밀번호는 ${PASSWORD} 입니다`],
    [PASSWORD, `new SymmetricSecurityKey(Encoding.UTF8.GetBytes("${PASSWORD}"))`],
    [PASSWORD, `hmac.New(sha256.New, []byte("${PASSWORD}"))`],
    [PASSWORD, `hash_hmac('sha256', $data, '${PASSWORD}')`],
    [PASSWORD, `AuthTokens.basic("neo4j", "${PASSWORD}")`],
    [PASSWORD, `keytool -list -srcstorepass ${PASSWORD}`],
    [PASSWORD, `ncftpput -u ada -p ${PASSWORD} host`],
    [PASSWORD, `creds for the test box: ada / ${PASSWORD}`],
    [PASSWORD, `{"Name": "/a/db_password", "Type": "SecureString", "Value": "${PASSWORD}"}`],
    [PASSWORD, `# client  server  secret  addresses\nada_long_name   pppd   "${PASSWORD}"   *`],
    [KEY, `BUNDLE_GEMS__ACME__IO: "ada:${KEY}"`],
    [KEY, `<master>{${KEY}}</master>`],
    [KEY, `Unseal Key 1: ${KEY}`],
    [KEY, `$ openssl rand -base64 32\n${KEY}`],
    [KEY, `https://acme.slack.com/join/shared_invite/zt-${KEY}`],
    [KEY, `https://host.example/a?b=1\\u0026X-Amz-Signature=${KEY}`],
    ['KXKO5VMMPXZ67OPG', 'oathtool --totp -b KXKO5VMMPXZ67OPG'],
    ['QWLZKTRBVNXMSPHDGJCF', 'iex --name ada --cookie QWLZKTRBVNXMSPHDGJCF -S mix'],
    [HEX, `ada:1001:aad3b435b51404eeaad3b435b51404ee:${HEX}:::`],
    [KEY, `secret 8 $8$MNss//j95YRmMU$${KEY}`],
    [KEY, `users=ada:$$2y$$10$$${KEY}`],
  ])('hides %s in %s', (secret, text) => {
    expect(createRedactor().redactText(text)).not.toContain(secret);
    expect(createRedactor().redactText(`before\n${text}\nafter`)).not.toContain(secret);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSecrets } from '../src/index.js';

const found = (text: string) => findSecrets(text).map(({ kind, start, end }) => [kind, text.slice(start, end)]);

describe('a password given to a command by a short option', () => {
  it.each([
    ['docker login -u ann -p hunter2 registry.example.com', 'hunter2'],
    ['docker login -p hunter2 -u ann', 'hunter2'],
    ['docker login -u ann -p=hunter2', 'hunter2'],
    ['docker --config /tmp/c login -u ann -phunter2', 'hunter2'],
    ['helm registry login -u ann -p hunter2 host', 'hunter2'],
    ['oc login https://api.example.com:6443 -u ann -p hunter2', 'hunter2'],
    ['sshpass -p hunter2 ssh -p 2222 ann@host', 'hunter2'],
    ['sshpass -phunter2 scp a b', 'hunter2'],
    ["sshpass -v -p 'with space 1' ssh host", 'with space 1'],
    ['sshpass -P prompt: -p hunter2 ssh host', 'hunter2'],
    ['mysql -uroot -phunter2 shop', 'hunter2'],
    ['mysql -u root -proot -e "select 1"', 'root'],
    ["mysql -u root -p'call_me9' shop", 'call_me9'],
    ['mysql -h db -e "select 1; select 2" -phunter2', 'hunter2'],
    ['/usr/bin/mysqldump -pmysecretpassword1 shop > x.sql', 'mysecretpassword1'],
    ["mysql -p'hunter2' shop", 'hunter2'],
    ["mysql -u root -p'semi;colon & more' shop", 'semi;colon & more'],
    ['mysql -p"hunter2" shop', 'hunter2'],
    ['mariadb-dump -phunter2 shop', 'hunter2'],
    ['docker exec -it db mysql -uroot -phunter2', 'hunter2'],
    ['mysql \\\n  -u root \\\n  -phunter2 \\\n  shop', 'hunter2'],
    ['bash -c "mysql -uroot -phunter2"', 'hunter2'],
    ["ssh host 'sshpass -p hunter2 rsync a b'", 'hunter2'],
    ['mongosh -u root -p hunter2 --authenticationDatabase admin', 'hunter2'],
    ['redis-cli -h cache -a hunter2 ping', 'hunter2'],
    ['sqlcmd -S db -U sa -P hunter2 -Q "select 1"', 'hunter2'],
    ['ldapsearch -x -D cn=admin -w hunter2 -b dc=x', 'hunter2'],
  ])('%s', (text, secret) => {
    expect(found(text)).toEqual([['password', secret]]);
    expect(found(`Ran:\n${text}\nmkdir -p next`)).toEqual([['password', secret]]);
    const json = JSON.stringify({ command: `cd /srv\n${text}\nls` });
    expect(found(json).map(([, value]) => JSON.parse(`"${value?.replace(/\\+$/, '')}"`))).toEqual([secret]);
  });

  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: variables of a shell.
  it.each([
    'mkdir -p directory',
    'cp -p source target',
    'cp -pR source target',
    'ssh -p 2222 ann@host',
    'scp -P 2222 file1 host:',
    'docker run -p 8080:80 nginx',
    'docker run --name mysql -p 3306:3306 mysql:8',
    'docker run --name mysql -p3306:3306 mysql:8',
    'docker run --name mongo -p 127.0.0.1:27017:27017 mongo',
    'mysql -p',
    'mysql -p shop1',
    'mysql -u root -p shop1 < dump1.sql',
    'mysql -u root -p -h db1',
    'mysql -u root; mkdir -pv some1',
    'mysql -u root && tar -pxzf archive1.tgz',
    'mysql -u root | psql -pfive5',
    'mysql -u root\ntar -pczf archive1.tgz',
    'mysql -p$PASSWORD',
    'mysql -p"$DB_PASSWORD" -p"${DB_PASSWORD}"',
    "mysql -p'<password>'",
    'mysql -P3306',
    'nmap -p 1-100 host',
    'nmap -p 3306 mysql',
    'netstat -plnt',
    'docker login -u ann --password-stdin',
    'docker login -p',
    'docker login -u ann -p $TOKEN',
    'docker login registry.example.com; mkdir -p folder1',
    'the login page; mkdir -p folder1',
    'login -p folder1',
    'sshpass -e ssh -p 2222 host1',
    'sshpass -f file1 ssh -p 22222 host1',
    'the option `sshpass -p` takes words1',
    'sshpass -p and nothing',
    'redis-cli -a $REDIS_PASSWORD',
  ])('is not in: %s', (text) => {
    expect(found(text)).toEqual([]);
  });
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: variables of a shell.

  it('is found whole in quotes, with any characters', () => {
    const password = fc.stringMatching(/^[A-Za-z0-9]{4}[ -&(-[\]-_a-z]{0,30}[A-Za-z0-9]$/);
    fc.assert(
      fc.property(password, (secret) => {
        fc.pre(!/[$`*{}<.%x]/i.test(secret) && !/^(?:file:|sha1[-:]|your|some|fake)/i.test(secret));
        const text = `mysql -u root -p'${secret}' shop`;
        const spans = findSecrets(text);
        fc.pre(spans.length > 0 || !/^\d+[.:-]/.test(secret));
        expect(spans.some(({ start, end }) => text.slice(start, end) === secret)).toBe(true);
      }),
    );
  });
});

describe('netrc', () => {
  it.each([
    'machine api.example.com login ann password hunter2',
    'machine api.example.com\n  login ann\n  password hunter2\n',
    'machine api.example.com\n\tlogin ann@example.com\n\tpassword\thunter2\nmachine b login c',
    'default login anonymous password hunter2',
    'machine api.example.com\\n  login ann\\n  password hunter2\\n',
  ])('%j', (text) => {
    expect(found(text)).toEqual([['password', 'hunter2']]);
  });

  it.each(['a login and password fields1', 'login ann password fields2'])('is not: %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});

describe('the word for password in other languages', () => {
  it.each([
    'пароль: hunter2',
    'Пароль: hunter2',
    'ПАРОЛЬ = hunter2',
    '"пароль": "hunter2"',
    'contraseña: hunter2',
    'Contraseña = "hunter2"',
    'contrasena=hunter2',
    'mot de passe: hunter2',
    'Mot de passe : hunter2',
    'mot_de_passe=hunter2',
    'Passwort: hunter2',
    'Kennwort: hunter2',
    'senha: hunter2',
    'SENHA=hunter2',
    'wachtwoord: hunter2',
    'hasło: hunter2',
    '密码: hunter2',
    '密码：hunter2',
    '密码：hunter2，然后登录',
    '数据库密碼=hunter2',
    'パスワード: hunter2',
    'パスワード：hunter2です',
    '비밀번호: hunter2',
    '비밀번호：hunter2 입니다',
  ])('%s', (text) => {
    expect(found(text)).toEqual([['password', 'hunter2']]);
  });

  it.each([
    'пароль: строка',
    'Забыли пароль? Нажмите: сюда1234',
    '密码：请输入密码',
    '密码：8位以上',
    'パスワード：8文字以上',
    'contraseña: obligatoria',
    'mot de passe : obligatoire',
    'Passwort: string',
    'il passe: 12:30',
  ])('is not a secret by itself: %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});

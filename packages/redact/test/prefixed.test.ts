import { describe, expect, it } from 'vitest';
import { findSecrets } from '../src/index.js';

/** Put together from parts, so that no scanner reports this file. */
const RANDOM = ['q7Rk2vXb', '9TzLm4Wd', 'Hs8YpNc3', 'Gf6JaEu1'].join('');
const HEX = ['4f8a1c97', 'e2b60d53', '9a7f3e10', 'c5d84b26'].join('');
const UUID = '0b9e4c57-63d2-4f1a-8b70-9f3c5a21de48';

const found = (text: string) => findSecrets(text).map(({ start, end }) => text.slice(start, end));

describe('the token of a service without a rule of its own', () => {
  it.each([
    `acme_${RANDOM}`,
    `acme-live-${RANDOM}`,
    `ctx7_${RANDOM}`,
    `myAppKey_${HEX}`,
    `acme_sk_${HEX}`,
    `acme_token_${UUID}`,
    `acme_${RANDOM.slice(0, 17)}/${RANDOM.slice(17)}+${RANDOM}==`,
  ])('%s', (token) => {
    expect(found(token)).toEqual([token]);
    expect(found(`it is ${token}, I think`)).toEqual([token]);
    expect(found(`+${token}\n`)).toEqual([token]);
    expect(found(JSON.stringify({ a: `x\n${token}\ny` }))).toEqual([token]);
  });

  it.each([
    `toolu_${RANDOM}`,
    `agent_msg_${RANDOM}`,
    `price_${RANDOM}`,
    `chunk_${HEX}`,
    `monkey-${HEX}`,
    `server_${UUID}`,
    `docs/index-${RANDOM}`,
    'examples/todo_app/WwwCdn/ThreeCacheFilesOfOne2',
    'Test_ParsesHttp2HeadersOfTheUpstream_WhenProxied',
    'com_example_MyVeryLongClassName2WithParts',
  ])('is not %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});

describe('the words of a wallet', () => {
  const words = 'candy dawn eager fabric gadget habit icon jacket label machine naive paddle';
  it.each([
    `MNEMONIC="${words}"`,
    `seed phrase: ${words}`,
    `Recovery phrase is \`${words}\``,
    `{"mnemonic": "${words}"}`,
  ])('%s', (text) => {
    expect(found(text)).toEqual([words]);
  });

  it.each([
    'phrase: this one has short words and so it is a sentence of a person, not a wallet at all',
    `phrase ${words.split(' ').slice(0, 8).join(' ')}`,
  ])('are not in: %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});

describe('text around a value', () => {
  it.each([
    [`{"password":{"S":"Copper1987!"}}`, 'Copper1987!'],
    [`password = getpass() or "Copper1987!"`, 'Copper1987!'],
    [`ACME_KEY=${UUID}`, UUID],
    [`+ACME_KEY=${UUID}`, UUID],
    [`db.connect("localhost", "ada", "Copper1987x")`, 'Copper1987x'],
    [`WiFi.begin("home", "Copper1987x")`, 'Copper1987x'],
    [`AES.new(b"${RANDOM}", AES.MODE_CBC)`, RANDOM],
    [`printf "%s" "${RANDOM}" | gh secret set X`, RANDOM],
    [`aws ssm put-parameter --name /x --type SecureString --value "Copper1987!"`, 'Copper1987!'],
  ])('%s', (text, secret) => {
    expect(found(text)).toEqual([secret]);
  });

  it('every item of a list', () => {
    expect(found(`{"tokens": ["${RANDOM}", "x${RANDOM}"]}`)).toEqual([RANDOM, `x${RANDOM}`]);
  });
});

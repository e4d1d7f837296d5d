import fc from 'fast-check';
import { ISSUED_TOKENS } from '../src/rule/issued.js';
import { GLUED_SECRETS, SECRETS_BY_FORM } from './made-up-secrets.js';

/** Pieces that rules look at, and pieces to put around them. */
export const piece = fc.oneof(
  { arbitrary: fc.constantFrom(...PIECES()), weight: 6 },
  { arbitrary: fc.constantFrom(...SECRETS_BY_FORM.map(([, secret]) => secret)), weight: 2 },
  { arbitrary: fc.constantFrom(...GLUED_SECRETS.map(([, secret]) => secret)), weight: 1 },
  { arbitrary: fc.constantFrom(...ISSUED_TOKENS.map(({ prefix }) => prefix)), weight: 2 },
  { arbitrary: fc.stringMatching(/^[A-Za-z0-9_-]{1,50}$/), weight: 3 },
  { arbitrary: fc.stringMatching(/^[A-Za-z0-9+/=]{20,80}$/), weight: 1 },
  { arbitrary: fc.string({ maxLength: 12 }), weight: 1 },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 12 }), weight: 1 },
  {
    arbitrary: fc.string({ minLength: 20, maxLength: 60 }).map((text) => Buffer.from(text).toString('base64')),
    weight: 1,
  },
);

function PIECES(): string[] {
  return [
    ...' |  |\n|\r\n|\t|"|\'|`|\\|\\n|\\\\n|\\t|\\u001b|\\u00e9|\\"|:|=|: |= |:=|=>|==|::|://|:\\/\\/|\\/|@|/|+|.|,|;|(|)|[|]|{|}|<|>|~|%|%3D|-|--|-----|_|[31m|\u001b[0m|\u001b[K|\\u001b[1;31m|\\\\u001B[0m|\\u0040'.split(
      '|',
    ),
    ...'password passwd pwd PASSWORD DB_PASSWORD token api_key apiKey API_KEY_2 token1 secret client_secret Authorization Cookie'.split(
      ' ',
    ),
    ...'bearer Bearer basic is was now to of with as key credentials machine login default docker mysql -p sshpass redis-cli -a -u --user --password "--password"," \\"--token\\",\\" ,'.split(
      ' ',
    ),
    ...'-----BEGIN RSA PRIVATE KEY-----|-----END RSA PRIVATE KEY-----|[redacted:token:0123abcd]|[redacted:'.split('|'),
    ...'é|→|：|密码|пароль|mot de passe|🙂|\ud83d|\u0000|\u0080|\u0081|ſ'.split('|'),
    ...'hunter2 a1b2c3d4e5f6a7b8 12 12:34:56 user:pass name.key 0123456789012 hooks.slack.com/services/ hooks.slack.com\\/services\\/ p%40ss%21word Q~ 8Q~ AA :AA https://u:pa/s@ .atlasv1. discord.com/api/webhooks/ x token and X END ey T3BlbkFJ'.split(
      ' ',
    ),
    '123456789:AA',
    '0123456789abcdef0123456789abcdef-us12',
    '01234567-89ab-cdef-0123-456789abcdef',
    'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  ];
}

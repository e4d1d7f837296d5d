import type { Anchors } from '../anchor/anchors.js';
import { BEYOND_ASCII } from '../anchor/bytes.js';
import type { Graph } from '../anchor/graph.js';
import { ALNUM, characterSet, isIn, membersOf } from '../characters.js';
import type { Span } from '../finding.js';
import { PASSWORD, type SecretName, TOKEN } from './secret-name.js';
import { hasDigitAndLetter, isOrdinary, isPlaceholder, isSecretValue, isWordy } from './secret-value.js';

/** Words for `password` that are not one ASCII word. */
const PASSWORDS =
  'mot de passe|mot_de_passe|motdepasse|парол|гасло|contraseña|hasło|jelszó|şifre|mật khẩu|κωδικός|密码|密碼|口令|パスワード|暗証番号|비밀번호|비번|암호|סיסמה|كلمة المرور|كلمة السر|رمز عبور|รหัสผ่าน|पासवर्ड';
/** Words for `token`, `secret` and `key`. */
const TOKENS = 'токен|секрет|ключ|密钥|密鑰|令牌|トークン|토큰|مفتاح';
const INFLECTED = '[а-яіў]{0,2}';
const NAMES = (
  [
    [PASSWORD, PASSWORDS],
    [TOKEN, TOKENS],
  ] as const
).map(([name, words]) => ({
  name: { ...name, isAscii: true } as SecretName,
  ends: new RegExp(`(?:${words})${INFLECTED}$`),
  said: new RegExp(`(?:${words})[^\\0-\\x7f]{0,12}(?: [^\\0-\\x7f]{1,12}){0,4}[ :"'\`]{0,2}$`),
}));

const beforeIn = (text: string, end: number, length: number) =>
  text
    .slice(Math.max(0, end - length), end)
    .normalize('NFC')
    .toLowerCase();

/** The name that ends at `end`. */
export function foreignPassword(text: string, end: number): SecretName | undefined {
  const before = beforeIn(text, end, 16);
  return NAMES.find(({ ends }) => ends.test(before))?.name;
}

const JOINTS = characterSet(' :"\'`');
/** Ends before punctuation and before the sentence goes on in its own script. */
const VALUE = /[\w!#$%&*+./=?@^~-]{6,256}/y;

/** `数据库密码是 …`, `пароль …`: a value that begins at `start`, after words in another script. */
export function valueAfterForeignWord(text: string, start: number): Span | undefined {
  let at = start;
  while (start - at < 2 && isIn(JOINTS, text.charCodeAt(at - 1))) at--;
  if (!(text.charCodeAt(at - 1) > 127)) return undefined;
  VALUE.lastIndex = start;
  const value = VALUE.exec(text)?.[0].replace(/[.?]+$/, '');
  if (!value || !hasDigitAndLetter(value) || isPlaceholder(value) || isOrdinary(value) || isWordy(value))
    return undefined;
  const before = beforeIn(text, start, 48);
  const name = NAMES.find(({ said }) => said.test(before))?.name;
  if (!name || !isSecretValue(name, value, 'loose')) return undefined;
  return { kind: name.kind, start, end: start + value.length, byName: true };
}

export function anchorForeign({ graph, places }: Anchors): void {
  const follow = { sets: [characterSet(`${membersOf(ALNUM)}_!#$%&*+./=?@^~-`)], count: 6 };
  const joints = membersOf(JOINTS);
  for (const joint of ['', ...joints, ...[...joints].map((each) => `${each} `), ' "', " '", ' `'])
    graph.end(graph.word(places, `${BEYOND_ASCII}${joint === '' ? BEYOND_ASCII : joint}`), { follow });
}

/** Words whose last or second to last character is beyond ASCII. */
export function leadToForeignPasswords(graph: Graph, from: number): void {
  const end = graph.node();
  graph.end(end);
  graph.lead(from, BEYOND_ASCII, end);
  for (const word of PASSWORDS.split('|').filter((each) => /[^\0-\x7f][\0-\x7f]$/.test(each)))
    graph.wordInAnyCase(from, BEYOND_ASCII + word.slice(-1), end);
}

import { createRandom } from '../corpus/random.mjs';
import { pemLines, shapes } from './shapes.mjs';
import { fill } from './values.mjs';

const NAMES = {
  tuned: ['DB_PASSWORD', 'API_SECRET', 'AUTH_TOKEN', 'STRIPE_API_KEY', 'REDIS_PASSWORD'],
  kept: ['SMTP_PASSWD', 'JWT_SECRET', 'MAIL_PASSWORD', 'CLIENT_SECRET', 'MAPS_API_KEY', 'ADMIN_PASS', 'BOT_TOKEN'],
};

/** The places for a text in a session's line. */
const PLACES = {
  prompt: (text) => ({ type: 'user', message: { role: 'user', content: `Here it is:\n${text}\nThanks.` } }),
  'alone in a block': (text) => ({ message: { content: [{ type: 'text', text }] } }),
  'code block': (text) => ({ message: { content: [{ type: 'text', text: `Try:\n\n\`\`\`\n${text}\n\`\`\`\n` }] } }),
  'tool input': (text) => ({ message: { content: [{ type: 'tool_use', input: { content: `${text}\n` } }] } }),
  'tool result': (text) => ({ message: { content: [{ type: 'tool_result', content: `before\n${text}\nafter` }] } }),
  'file with numbers': (text) => ({ toolUseResult: { file: { content: numbered(text) } } }),
  diff: (text) => ({ toolUseResult: { stdout: text.replace(/^/gm, '+') } }),
  'patch lines': (text) => ({
    toolUseResult: { structuredPatch: [{ oldStart: 1, lines: [' {', ...text.split('\n').map((line) => `+${line}`)] }] },
  }),
  'list of lines': (text) => ({ lines: ['first', ...text.split('\n'), 'last'] }),
  'JSON in a string': (text) => ({ content: JSON.stringify({ stdout: `${text}\n`, code: 0 }) }),
  'JSON in JSON': (text) => ({ content: JSON.stringify({ body: JSON.stringify({ log: text }) }) }),
  coloured: (text) => ({ stdout: `\u001b[32m${text}\u001b[0m\n` }),
  indented: (text) => ({ stdout: text.replace(/^/gm, '    ') }),
  base64: (text) => ({ data: Buffer.from(`# config\n${text}\n`).toString('base64') }),
};

const numbered = (text) =>
  text
    .split('\n')
    .map((line, at) => `${String(at + 1).padStart(6)}→${line}`)
    .join('\n');

/** Each shape of a set in each place, with values generated from the seed. */
export function* plant(set, seed) {
  const random = createRandom(seed);
  for (const shape of shapes()) {
    if (set !== 'all' && shape.set !== set) continue;
    for (const [place, put] of Object.entries(PLACES)) {
      const { text, secrets } = make(shape, random);
      yield { shape, place, line: put(text), secrets };
    }
  }
}

function make(shape, random) {
  if (shape.write) {
    const lines = pemLines(random);
    const text = shape.write(lines);
    return { text, secrets: lines.filter((line) => line.length > 40 && text.includes(line)) };
  }
  const name = random.pick(
    (NAMES[shape.set] ?? NAMES.kept).filter((each) => !shape.form.includes('<pw>') || /PASS|SECRET/.test(each)),
  );
  const { text, secret } = fill(
    shape.set === 'tuned' || shape.set === 'kept' ? withName(shape.form, name) : shape.form,
    random,
    shape.set,
  );
  return { text, secrets: [secret] };
}

function withName(form, name) {
  const words = name.toLowerCase().split('_');
  return form
    .replaceAll(PLAIN_NAME, words.join('_'))
    .replaceAll(/\bTitle\b/g, words.map(capital).join(' '))
    .replaceAll(/\bCamel\b/g, words.map(capital).join(''))
    .replaceAll(/\bcamel\b/g, words[0] + words.slice(1).map(capital).join(''))
    .replaceAll(/\bkebab\b/g, words.join('-'))
    .replaceAll(/\bNAME\b/g, name);
}

/** Matches `name` unless it is the key of a pair, as in `- name: NAME`. */
const PLAIN_NAME = /(?<![\w-])name(?![\w-])(?!"?\s*[:=]\s*["']?(?:NAME|Authorization|session)|=["'](?!<)|, password)/g;

const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);

import { readScript } from './read-script.js';
import type { Inner, Word } from './script.js';
import { runsSubscript } from './subscripts.js';

/** The commands that a shell builtin runs from its arguments; undefined for any other command. */
export function builtinScripts(name: string, args: readonly Word[]): Inner[] | undefined {
  const scripts = scriptsOf(name, args);
  if (!runsSubscript(name, args)) return scripts;
  return [doubtOf(`${name} may run code in brackets`), ...(scripts ?? [])];
}

function scriptsOf(name: string, args: readonly Word[]): Inner[] | undefined {
  switch (name) {
    case 'trap':
      return args[0] && !args[0].text.startsWith('-') ? [scriptIn(args[0])] : [];
    case 'alias':
      return args.filter(({ text }) => text.includes('=')).map(scriptAfterEqualSign);
    case 'mapfile':
    case 'readarray':
      return args.flatMap(({ text }, at) => (text === '-C' && args[at + 1] ? [scriptIn(args[at + 1] as Word)] : []));
    case 'compgen':
    case 'complete':
      return args.some(({ text }) => /^-[a-zA-Z]*[CFW]/.test(text)) ? [doubtOf(`${name} may run anything`)] : [];
    case 'hash':
      return args.some(({ text }) => /^-[a-z]*p/.test(text)) ? [doubtOf('hash may rename a program')] : [];
    case 'enable':
      return args.some(({ text }) => /^-[a-z]*f/.test(text)) ? [doubtOf('enable loads a file')] : [];
    case '.':
    case 'source':
      return args[0] && !isKnown(args[0]) ? [doubtOf('what it reads is unknown')] : undefined;
    default:
      return undefined;
  }
}

function scriptAfterEqualSign(word: Word): Inner {
  return scriptIn({ ...word, text: word.text.slice(word.text.indexOf('=') + 1) });
}

function scriptIn(word: Word): Inner {
  if (!isKnown(word)) return doubtOf('a script inside it is unknown');
  return { kind: 'script', script: readScript(word.text, 1) };
}

function isKnown({ isLiteral, hasGlob }: Word): boolean {
  return isLiteral && !hasGlob;
}

function doubtOf(why: string): Inner {
  return { kind: 'doubt', why };
}

import { readScript } from './read-script.js';
import type { Inner, Word } from './script.js';

/** Commands that a program takes in its options: `git rebase -x 'rm a'`, `tar --to-command='rm a'`. */
export function optionCommands(name: string, args: readonly Word[]): Inner[] {
  if (name === 'git') return gitCommands(args);
  if (name === 'tar' || name === 'gtar' || name === 'bsdtar') return tarCommands(args);
  return [];
}

function gitCommands(args: readonly Word[]): Inner[] {
  return args.flatMap((word, at) => {
    const { text } = word;
    const next = args.slice(at + 1, at + 2);
    const ofSetting = gitSettings(word, args.slice(at + 1));
    if (ofSetting) return ofSetting;
    // Here git treats `% ` as a blank.
    if (text.startsWith('ext::')) return runs({ ...word, text: text.slice(5).replaceAll('% ', ' ') });
    if (/^-[a-z]*u$/.test(text) && args.some((each) => each.text === 'clone')) return next.flatMap(runs);
    if (/^(?:-[a-z]*x|--exec|--extcmd|--upload-pack|--receive-pack|--[a-z]+-filter)$/.test(text))
      return next.flatMap(runs);
    if (text === 'run' && args.slice(0, at).some((each) => each.text === 'bisect')) {
      return [{ kind: 'other', words: args.slice(at + 1) }];
    }
    if (text === 'foreach') return foreachCommands(args.slice(at + 1));
    const value = /^(?:-x|-O|--(?:exec|extcmd|upload-pack|receive-pack|open-files-in-pager|[a-z]+-filter)=)(.+)$/s.exec(
      text,
    )?.[1];
    return value === undefined ? [] : runs({ ...word, text: value });
  });
}

/** The commands in `git -c a.b=c` and `git config a.b c`; undefined if neither sets anything. */
function gitSettings(word: Word, rest: readonly Word[]): Inner[] | undefined {
  const { text } = word;
  if (text === '-c' || text === '--config') return rest.slice(0, 1).flatMap(settingCommands);
  if (text.startsWith('--config=')) return settingCommands({ ...word, text: text.slice(9) });
  if (text.startsWith('--config-env')) return [doubtOf('a git setting is unknown')];
  return text === 'config' ? storedCommands(rest) : undefined;
}

/** The command in `alias.x=!rm a`: git passes the text after the `!` to a shell. */
function settingCommands(word: Word): Inner[] {
  if (!word.isLiteral) return [doubtOf('a git setting is unknown')];
  const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(word.text) ?? [];
  if (/^include|hookspath$/i.test(name)) return [doubtOf('git reads settings or hooks from elsewhere')];
  if (!RUN_BY_GIT.test(name)) return [];
  const text = value.replace(/^\s*!/, '');
  // An alias without `!` is a git command.
  const isOwn = /^alias\./i.test(name) && text === value;
  return runs({ ...word, text: isOwn ? `git ${value}` : text });
}

/** The command in `git config alias.x '!rm a'`, which a later command runs. */
function storedCommands(args: readonly Word[]): Inner[] {
  const [name, value] = args.filter(({ text }) => !/^(?:-|set$|add$)/.test(text));
  return name && value ? settingCommands({ ...value, text: `${name.text}=${value.text}` }) : [];
}

const RUN_BY_GIT =
  /^alias\.|pager|editor|command|cmd|helper|program|driver|textconv|external|clean|smudge|process|fsmonitor|askpass|proxy|hook/i;

/** `git submodule foreach`: several words are one command, a single word is a script. */
function foreachCommands(args: readonly Word[]): Inner[] {
  const words = args.slice(args.findIndex(({ text }) => !text.startsWith('-')));
  return words.length > 1 ? [{ kind: 'other', words }] : words.flatMap(runs);
}

function tarCommands(args: readonly Word[]): Inner[] {
  return args.flatMap((word, at) => {
    const next = args.slice(at + 1, at + 2);
    if (
      /^(?:-[a-zA-Z]*[IF]|--(?:use-compress-program|to-command|info-script|new-volume-script|rsh-command|rmt-command))$/.test(
        word.text,
      )
    ) {
      return next.flatMap(runs);
    }
    if (word.text === '--checkpoint-action')
      return next.flatMap((each) => runs({ ...each, text: afterExec(each.text) }));
    const value =
      /^(?:-I|--(?:checkpoint-action|use-compress|to-command|info-script|new-volume|rsh-|rmt-|to-c|checkpoint-a)[a-z-]*=)(.+)$/s.exec(
        word.text,
      )?.[1];
    return value === undefined ? [] : runs({ ...word, text: afterExec(value) });
  });
}

function afterExec(text: string): string {
  return text.replace(/^exec=/, '');
}

/** Treats each command as one that runs elsewhere, so that only a rule of its own allows it. */
export function runs(word: Word): Inner[] {
  if (!word.isLiteral || word.hasGlob) return [doubtOf('a command in an option is unknown')];
  const { commands, doubt } = readScript(word.text, 1);
  const isPlain = commands.every(
    ({ redirects, assignments, stdin }) => redirects.length === 0 && assignments.length === 0 && !stdin,
  );
  const unsure = doubt ?? (isPlain ? undefined : 'a command in an option is not plain text');
  return [
    ...commands.map(({ words }): Inner => ({ kind: 'other', words })),
    ...(unsure === undefined ? [] : [doubtOf(unsure)]),
  ];
}

function doubtOf(why: string): Inner {
  return { kind: 'doubt', why };
}

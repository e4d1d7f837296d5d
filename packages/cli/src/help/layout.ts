import { type Command, Help, type Option } from 'commander';

const MAX_TERM = 30;
const PLAIN = new Help();
/** What most commands have is listed after what is special to one. */
const LAST = new Set(['--in-place', '--dry-run', '--json', '--debug', '--help']);

/** How --help looks where we differ from Commander. */
export const LAYOUT: Partial<Help> = {
  optionDescription(option: Option): string {
    const own = PLAIN.optionDescription(option);
    return option.mandatory ? `${own} (required)` : own;
  },

  visibleOptions(command: Command): Option[] {
    const isLast = ({ long }: Option) => LAST.has(long ?? '');
    const all = PLAIN.visibleOptions(command);
    return [...all.filter((option) => !isLast(option)), ...all.filter(isLast)];
  },

  subcommandTerm(command: Command): string {
    return [
      command.name(),
      ...command
        .usage()
        .split(' ')
        .filter((word) => word !== '[options]' && word !== '[command]'),
    ].join(' ');
  },

  padWidth(command: Command, helper: Help): number {
    return Math.min(PLAIN.padWidth(command, helper), MAX_TERM);
  },

  /** A long term has a line to itself, so that descriptions keep their width. */
  formatItem(this: Help, term: string, width: number, description: string, helper: Help): string {
    const item = (left: string) => PLAIN.formatItem.call(this, left, width, description, helper);
    if (helper.displayWidth(term) <= width || description === '') return item(term);
    return `  ${term}\n${item('')}`;
  },
};

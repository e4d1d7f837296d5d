import type { Command } from 'commander';
import type { Io } from '../io.js';
import { type Settings, settingIn } from './settings.js';

/** Options whose default comes from the settings, with their commands. */
const DEFAULTED = ['project', 'timezone'] as const;
const COMMANDS = new Set(['ls', 'search', 'usage']);

/** Applies options that were set with `unspool config` and not given on the command line. */
export function applySettings(command: Command, readSettings: () => Settings): void {
  if (!COMMANDS.has(command.name())) return;
  const settings = readSettings();
  for (const name of DEFAULTED) {
    const isKnown = command.options.some((option) => option.attributeName() === name);
    if (!isKnown || command.getOptionValue(name) !== undefined) continue;
    command.setOptionValueWithSource(name, settingIn(settings, name), 'config');
  }
}

/** Whether to use colours. NO_COLOR and FORCE_COLOR take precedence, because they are set for one run. */
export function hasColour(io: Io, readSettings: () => Settings): boolean {
  if (io.env['NO_COLOR'] || io.env['FORCE_COLOR']) return io.hasColour;
  try {
    const choice = settingIn(readSettings(), 'color') ?? 'auto';
    return choice === 'auto' ? io.hasColour : choice === 'always';
  } catch {
    // Reported by the commands that need the settings; `unspool config` must be able to change them.
    return io.hasColour;
  }
}

import { findLauncher, readSettings, type SandboxSettings, type SettingsPlace, sandboxOf } from '@unspool/agent';
import type { Io } from '../io.js';
import { safeLine } from '../terminal/safe.js';
import { UserError } from '../user-error.js';
import type { ChatCommandOptions } from './command-options.js';

/** Which commands run in the sandbox. Settings of an untrusted folder are ignored. */
export function sandboxSettings(
  { sandbox }: Pick<ChatCommandOptions, 'sandbox'>,
  place: SettingsPlace & { isTrusted: boolean },
  io: Io,
): SandboxSettings {
  const warn = (message: string) => io.err(`${safeLine(message)}\n`);
  // Mistakes in the files are reported where permissions are read.
  const files = readSettings(place, () => undefined).filter(
    ({ source }) => place.isTrusted || source === 'userSettings',
  );
  const { projectDir } = place;
  const found = sandboxOf(files, { projectDir, home: io.home }, warn);
  const settings: SandboxSettings = sandbox === undefined ? found : { ...found, scope: sandbox ? 'all' : 'off' };
  if (settings.scope !== 'all') return settings;
  const launcher = findLauncher(io);
  if (launcher.kind !== 'none') return settings;
  if (sandbox || settings.failIfUnavailable) {
    throw new UserError('Commands cannot run in a sandbox here.', {
      why: launcher.why,
      hint: 'Without a sandbox: --no-sandbox',
    });
  }
  warn(`Commands do not run in a sandbox, although the settings say so. ${launcher.why}`);
  return settings;
}

import { join } from 'node:path';
import { useRulesFile } from '@unspool/redact/rules-file';
import { dataFolder, type Machine } from '@unspool/store';

/** Every place that redacts uses the rules in `redact.json` of the data folder, if there is one. */
export function useOwnRules(machine: Machine): void {
  useRulesFile(join(dataFolder(machine), 'redact.json'));
}

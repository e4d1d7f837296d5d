import type { Setting } from '../thread/setting.js';

/** What changes sessions, and what reads all of them: seldom asked for, and slow. */
export class EditWork {
  constructor(private readonly setting: Setting) {}

  where(): string {
    return this.setting.dataFolder;
  }
}

import { EditWork } from '../edit/edit-work.js';
import { Indexer } from '../live/indexer.js';
import { Reader } from '../read/reader.js';
import type { Role, Setting } from './setting.js';

/**
 * What threads do: `read` answers at once, `index` keeps the store up to date, `work` does what is slow and rare. Methods
 * take and return plain data; the last argument of a method may be a progress callback.
 */
export interface Roles {
  read: Reader;
  index: Indexer;
  work: EditWork;
}

export function createRole(role: Role, setting: Setting): Roles[Role] {
  switch (role) {
    case 'read':
      return new Reader(setting.ownPrices);
    case 'index':
      return new Indexer(setting);
    case 'work':
      return new EditWork(setting);
  }
}

export type Method<Name extends Role> = {
  [Key in keyof Roles[Name]]: Roles[Name][Key] extends (...args: never[]) => unknown ? Key : never;
}[keyof Roles[Name]] &
  string;

export type Args<Name extends Role, Key extends Method<Name>> = Roles[Name][Key] extends (
  ...args: infer List
) => unknown
  ? List
  : never;

export type Result<Name extends Role, Key extends Method<Name>> = Roles[Name][Key] extends (
  ...args: never[]
) => infer Value
  ? Awaited<Value>
  : never;

import { isCorrupt, openDatabase, readAllTexts, refuseDamaged, saveFrom } from '@unspool/store';

// Run as a process of its own: the driver may crash on a damaged file. See search/mend.ts.
const [, , task, file = '', movedAside = ''] = process.argv;
void (task === 'save' ? save() : check());

async function check(): Promise<void> {
  try {
    const database = await openDatabase(file);
    refuseDamaged(database);
    readAllTexts(database);
    database.close();
  } catch (error) {
    process.exitCode = isCorrupt(error) ? 3 : 1;
  }
}

async function save(): Promise<void> {
  const { database, saved } = await saveFrom(movedAside, file);
  database.close();
  process.stdout.write(JSON.stringify(saved));
}

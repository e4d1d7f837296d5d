import {
  endSaving,
  isCorrupt,
  openDatabase,
  readAllTexts,
  refuseDamaged,
  repairTexts,
  saveFrom,
  saveTableFrom,
  type TablePart,
} from '@unspool/store';

// Runs as a separate process, because the driver may crash on a damaged file. See index/repair.ts.
const [, , task, file = '', movedAside = '', ...part] = process.argv;
void ({ repair, save, 'save-table': saveTable, 'save-end': end }[task ?? ''] ?? check)();

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

async function repair(): Promise<void> {
  const database = await openDatabase(file);
  database.transaction(() => repairTexts(database));
  database.close();
}

async function save(): Promise<void> {
  const { database, saved } = await saveFrom(movedAside, file);
  database.close();
  process.stdout.write(JSON.stringify(saved));
}

async function saveTable(): Promise<void> {
  await saveTableFrom(movedAside, file, part as unknown as TablePart);
}

async function end(): Promise<void> {
  process.stdout.write(JSON.stringify(await endSaving(file)));
}

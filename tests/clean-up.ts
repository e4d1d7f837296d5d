type CleanUp = () => Promise<void> | void;

const afterTest: CleanUp[] = [];
const afterFile: CleanUp[] = [];

/**
 * For helpers of tests. A hook in a helper would run for one file only: the files of one process share their modules.
 * `temp-folder.ts`, which is run for each file, calls what is noted here, the last first.
 */
export function whenTestEnds(cleanUp: CleanUp): void {
  afterTest.push(cleanUp);
}

export function whenFileEnds(cleanUp: CleanUp): void {
  afterFile.push(cleanUp);
}

export const endTest: CleanUp = () => runAll(afterTest);
export const endFile: CleanUp = () => runAll(afterFile);

async function runAll(cleanUps: CleanUp[]): Promise<void> {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
}

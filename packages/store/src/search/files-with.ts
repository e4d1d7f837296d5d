import { isInFile, type Needle, NeedleKernel } from '@unspool/session/facts';

/** The files whose bytes hold one of the needles. A file that cannot be read is kept: whoever reads it next reports why. */
export function filesWith(needles: readonly Needle[], files: readonly string[]): string[] {
  const kernel = new NeedleKernel(needles);
  return files.filter((file) => {
    try {
      return isInFile(file, kernel);
    } catch {
      return true;
    }
  });
}

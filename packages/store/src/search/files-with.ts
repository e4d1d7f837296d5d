import { isInFile, type Needle, NeedleKernel } from '@unspool/session/facts';

/** The files that contain one of the needles. Unreadable files are kept, so that the next reader reports the error. */
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

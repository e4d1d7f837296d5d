import { judgeResume, type ResumeVerdict } from './judge-resume.js';
import { readNodes, sessionFromBuilder } from './model/open-session.js';
import { SessionBuilder } from './model/session.js';
import { ChangedFileError } from './read/changed-file.js';

/** Returns how much of a file the client resumes; undefined if it cannot be read or is being written to. */
export function judgeFile(file: string): ResumeVerdict | undefined {
  const builder = new SessionBuilder('graph');
  try {
    readNodes(file, builder, { thorough: true });
    return judgeResume(sessionFromBuilder(file, builder), file);
  } catch (error) {
    if (error instanceof ChangedFileError || (error as NodeJS.ErrnoException).syscall !== undefined) return undefined;
    throw error;
  }
}

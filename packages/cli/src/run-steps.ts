/** Runs work step by step and awaits `between` after each step. If that throws, the work ends and keeps what was done. */
export async function runSteps<Step, Result>(
  steps: Generator<Step, Result>,
  between: (step: Step) => Promise<void> | undefined,
): Promise<Result> {
  try {
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
      await between(step.value);
    }
  } finally {
    // If it is left early, let the generator clean up.
    steps.return(undefined as Result);
  }
}

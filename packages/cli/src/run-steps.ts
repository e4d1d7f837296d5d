/** Goes through work step by step, and waits between the steps: whoever throws there ends it, and keeps what was done. */
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
    // Where it is left before its end, what it has begun is ended.
    steps.return(undefined as Result);
  }
}

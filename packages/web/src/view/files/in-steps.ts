const STEP_MS = 15;

/** Calls a function for each value, in steps, so that other requests are answered in between. */
export async function inSteps<T>(values: Iterable<T>, work: (value: T) => void): Promise<void> {
  let began = performance.now();
  for (const value of values) {
    if (performance.now() - began > STEP_MS) {
      await new Promise((resolve) => setImmediate(resolve));
      began = performance.now();
    }
    work(value);
  }
}

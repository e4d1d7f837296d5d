import fc from 'fast-check';

/** Properties are tried with the same values each time, so that a run can be repeated. `UNSPOOL_SEED=random` looks for new ones. */
const { UNSPOOL_SEED = '1' } = process.env;
if (UNSPOOL_SEED !== 'random') fc.configureGlobal({ seed: Number(UNSPOOL_SEED) });

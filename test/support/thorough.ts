/** Whether the slow tests run in full, as in CI (`TASMAN_TESTS=all`). Otherwise they take a sample, so that `npm test` stays short. */
export const isThorough = process.env.TASMAN_TESTS === 'all'

/** How often a crash test kills the service without `--kills`. */
export const USUAL_KILLS = isThorough ? 3 : 2

/** The calculation is not possible with the given facts. The message tells the caller what is missing. */
export class CalculationError extends Error {
  override readonly name = 'CalculationError'
}

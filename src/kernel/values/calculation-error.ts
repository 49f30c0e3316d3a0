/** The calculation cannot be done with the facts given; the sentence tells the caller what is missing. */
export class CalculationError extends Error {
  override readonly name = 'CalculationError'
}

/* Closed lists of words: types, schemas and choices derive from these. */

/** The countries whose law the service knows. */
export const COUNTRIES = ['AU', 'NZ'] as const
export type Country = (typeof COUNTRIES)[number]

/** What the lines of a pay can be. */
export const LINE_KINDS = [
  'hours',
  'leave',
  'allowance',
  'deduction',
  'bonus',
  'sacrifice',
  'back-payment',
] as const
export type LineKind = (typeof LINE_KINDS)[number]

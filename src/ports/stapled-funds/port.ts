/** The tax office's response about an employee's existing fund. */
export type StapledAnswer =
  | { answer: 'found'; usi: string; fundName: string; memberNumber: string | null }
  | { answer: 'none' }
  | { answer: 'refused'; reason: string }
  | { answer: 'unavailable' }

export type StapledRequest = {
  /** The employer's ABN. */
  abn: string
  taxFileNumber: string
  dateOfBirth: string
  lastName: string
}

/**
 * Asks the tax office for an employee's stapled super fund. It never throws. When the tax office cannot be
 * asked, the response is `unavailable`.
 */
export type StapledFunds = { ask(request: StapledRequest): Promise<StapledAnswer> }

/**
 * The tax office only gives this in its online services, not through an API. The payroll officer looks it up
 * there.
 */
export const stapledFundsByHand: StapledFunds = { ask: async () => ({ answer: 'unavailable' }) }

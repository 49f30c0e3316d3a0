/** What the tax office knows of the fund that an employee already has. */
export type StapledAnswer =
  | { answer: 'found'; usi: string; fundName: string; memberNumber: string | null }
  | { answer: 'none' }
  | { answer: 'refused'; reason: string }
  | { answer: 'unavailable' }

export type StapledRequest = {
  /** Of the employer. */
  abn: string
  taxFileNumber: string
  dateOfBirth: string
  lastName: string
}

/** Asks the tax office for an employee's stapled super fund. It never throws: where it cannot be asked, it is `unavailable`. */
export type StapledFunds = { ask(request: StapledRequest): Promise<StapledAnswer> }

/** The tax office answers in its online services, not over an interface: the officer asks there. */
export const stapledFundsByHand: StapledFunds = { ask: async () => ({ answer: 'unavailable' }) }

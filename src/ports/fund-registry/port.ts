/** What a registry knows of a fund's unique superannuation identifier; for a known fund, name and ABN if it returns them. */
export type UsiAnswer =
  | { answer: 'known'; name: string | null; abn: string | null }
  | { answer: 'unknown' }
  | { answer: 'unavailable' }

/** Knows which super funds exist. It never throws: a registry that cannot be asked is `unavailable`. */
export type FundRegistry = { look(usi: string): Promise<UsiAnswer> }

/** What a registry knows of a fund's unique superannuation identifier; of a fund it knows, name and ABN where it tells them. */
export type UsiAnswer =
  | { answer: 'known'; name: string | null; abn: string | null }
  | { answer: 'unknown' }
  | { answer: 'unavailable' }

/** Knows which super funds exist. It never throws: a registry that cannot be asked is `unavailable`. */
export type FundRegistry = { look(usi: string): Promise<UsiAnswer> }

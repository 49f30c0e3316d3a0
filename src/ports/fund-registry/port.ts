/** What a registry knows of a fund's unique superannuation identifier. */
export type UsiAnswer = 'known' | 'unknown' | 'unavailable'

/** Knows which super funds exist. It never throws: a registry that cannot be asked is `unavailable`. */
export type FundRegistry = { look(usi: string): Promise<UsiAnswer> }

/**
 * A registry's response about a fund's USI. For a known fund it has the name and ABN, if the registry returns
 * them.
 */
export type UsiAnswer =
  | { answer: 'known'; name: string | null; abn: string | null }
  | { answer: 'unknown' }
  | { answer: 'unavailable' }

/** Looks up super funds. It never throws: a registry that cannot be reached is `unavailable`. */
export type FundRegistry = { look(usi: string): Promise<UsiAnswer> }

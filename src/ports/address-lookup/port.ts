/** A suggestion that can fill an address form. A field is null when the source does not know it. */
export type AddressSuggestion = {
  formatted: string
  address1: string | null
  city: string
  state: string | null
  postcode: string | null
  country: string
}

export type AddressQuery = {
  text: string
  /** Upper-case country codes. Suggestions come from these countries only. */
  countries: readonly string[]
  limit: number
  /** The country to rank first, or empty. */
  primary: string
}

/**
 * Completes an address as it is typed. Never fails: an empty list means that nothing was found, or the
 * provider did not respond.
 */
export type AddressLookup = { suggest(query: AddressQuery): Promise<AddressSuggestion[]> }

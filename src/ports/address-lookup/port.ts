/** A suggestion that can fill an address form; null where the source does not know. */
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
  /** Upper-case country codes; suggestions come from these only. */
  countries: readonly string[]
  limit: number
  /** The country to rank first, or empty. */
  primary: string
}

/** Completes an address as it is typed. Never fails: an empty list means that nothing was found, or no one answered. */
export type AddressLookup = { suggest(query: AddressQuery): Promise<AddressSuggestion[]> }

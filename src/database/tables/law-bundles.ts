/** Bundles of rate tables that an operator installed. */
export type LawBundlesTable = {
  version: string
  digest: string
  /** The signed file as it was installed. */
  content: string
  key_id: string
  installed_at: Date
  active_from: Date
  withdrawn_from: Date | null
}

/** Which warnings about a table that ends were mailed to a customer's owners. */
export type LawNoticesTable = { customer_id: number; notice: string; sent_at: Date }

/** Bundles of rate tables installed by an operator. */
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

/** Warnings about expiring rate tables that were mailed to a customer's owners. */
export type LawNoticesTable = { customer_id: number; notice: string; sent_at: Date }

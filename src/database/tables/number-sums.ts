/** The amounts of a payday that are owed under one employer number; null: the current ones. */
export type NumberSums = {
  identity_id: number | null
  tax: string
  deducted: string
  paye_and_esct: string
  parts: Record<string, string>
}

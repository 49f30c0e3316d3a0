export type ImportColumnsTable = {
  company_id: number
  customer_id: number
  kind: string
  header: string
  field: string | null
}

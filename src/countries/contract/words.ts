/** A country's terms for common payroll concepts, for documents, pages and sentences. */
export type CountryWords = {
  country: string
  /** For example "Australian". */
  adjective: string
  /** For example "an Australian company". */
  aCompany: string
  tax: string
  taxLong: string
  retirement: string
  retirementLong: string
  taxNumber: string
  businessNumber: string
  /** The reporting method, as a title. */
  lodging: string
  lodge: string
  authority: string
  holiday: string
}

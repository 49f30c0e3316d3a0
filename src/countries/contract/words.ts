/** What a country calls the things that every payroll has, on documents, pages and in sentences. */
export type CountryWords = {
  country: string
  /** Australian */
  adjective: string
  /** an Australian company */
  aCompany: string
  tax: string
  taxLong: string
  retirement: string
  retirementLong: string
  taxNumber: string
  businessNumber: string
  /** How pays are reported, as a title. */
  lodging: string
  lodge: string
  authority: string
  holiday: string
}

import type { Service } from '../../service.ts'
import { findPrintBranding } from './queries.ts'

/** What a document or mail shows of a customer's branding. */
export type PrintBrand = {
  name: string | null
  primary: string | null
  accent: string | null
  logo: { png: Buffer; width: number; height: number } | null
}

export async function printBrandOf(service: Service, customerId: number): Promise<PrintBrand | undefined> {
  const row = await findPrintBranding(service.database.query, customerId)
  if (!row) return undefined
  const { print_logo: png, print_width: width, print_height: height } = row
  return {
    name: row.name,
    primary: row.primary_colour,
    accent: row.accent_colour,
    logo: png && width && height ? { png, width, height } : null,
  }
}

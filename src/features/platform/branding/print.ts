import type { Service } from '../../../service.ts'
import { findPrintBranding, loadBrandingVersions } from './queries.ts'

/** What a document or mail shows of a customer's branding. */
export type PrintBrand = {
  name: string | null
  primary: string | null
  accent: string | null
  logo: { png: Buffer; width: number; height: number } | null
}

export async function printBrandOf(service: Service, customerId: number): Promise<PrintBrand | undefined> {
  const row = await findPrintBranding(service.database.query, customerId)
  return row && brandOf(row)
}

/** What one document shows: the version that its pay remembers, or today's where none was kept. */
export async function printBrandAt(
  service: Service,
  customerId: number,
  versionId: number | null | undefined,
): Promise<PrintBrand | undefined> {
  if (versionId === undefined) return printBrandOf(service, customerId)
  if (versionId === null) return undefined
  return (await printBrandsOf(service, customerId, [versionId])).get(versionId)
}

/** The versions that documents of these pays show, by their ids. */
export async function printBrandsOf(
  service: Service,
  customerId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, PrintBrand>> {
  if (ids.length === 0) return new Map()
  const rows = await loadBrandingVersions(service.database.query, customerId, [...new Set(ids)])
  return new Map(rows.map((row) => [row.id, brandOf(row)]))
}

function brandOf(row: Omit<Awaited<ReturnType<typeof loadBrandingVersions>>[number], 'id'>): PrintBrand {
  const { print_logo: png, print_width: width, print_height: height } = row
  return {
    name: row.name,
    primary: row.primary_colour,
    accent: row.accent_colour,
    logo: png && width && height ? { png, width, height } : null,
  }
}

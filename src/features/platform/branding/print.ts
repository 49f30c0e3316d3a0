import type { Service } from '../../../service.ts'
import { findPrintBranding, loadBrandingVersions } from './queries.ts'

/** A customer's branding in documents and emails. */
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

/**
 * The branding of one document, by the version stored with its pay. Undefined means the current branding, and
 * null means none.
 */
export async function printBrandAt(
  service: Service,
  customerId: number,
  versionId: number | null | undefined,
): Promise<PrintBrand | undefined> {
  if (versionId === undefined) return printBrandOf(service, customerId)
  if (versionId === null) return undefined
  return (await printBrandsOf(service, customerId, [versionId])).get(versionId)
}

/** The branding versions of these pays' documents, by id. */
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

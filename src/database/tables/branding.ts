import type { Generated, Selectable } from 'kysely'

export type BrandingTable = {
  customer_id: number
  name: string | null
  primary_colour: string | null
  accent_colour: string | null
  sign_in_key: string
  logo: Buffer | null
  logo_type: 'image/png' | 'image/jpeg' | null
  logo_hash: string | null
  print_logo: Buffer | null
  print_width: number | null
  print_height: number | null
  /** The row of `branding_versions` that new documents use. */
  version_id: number | null
  updated_at: Date
}

export type OwnAddressesTable = {
  customer_id: number
  sender_address: string | null
  web_host: string | null
  challenge: string
  sender_verified_at: Date | null
  web_verified_at: Date | null
  updated_at: Date
}

export type BrandingVersionsTable = {
  id: Generated<number>
  customer_id: number
  name: string | null
  primary_colour: string | null
  accent_colour: string | null
  print_logo: Buffer | null
  print_width: number | null
  print_height: number | null
  created_at: Date
}

export type Branding = Selectable<BrandingTable>

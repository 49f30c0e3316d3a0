import type { Service } from '../../../service.ts'
import type { LightBranding } from './queries.ts'

/** The path of a logo. Its name is the hash of its content, so browsers may cache it for ever. */
export function logoPath(row: Pick<LightBranding, 'logo_hash' | 'logo_type'>): string | null {
  return row.logo_hash && `/branding/${row.logo_hash}.${row.logo_type === 'image/png' ? 'png' : 'jpg'}`
}

export function viewBranding({ settings }: Service, row: LightBranding | undefined) {
  const path = row ? logoPath(row) : null
  return {
    name: row?.name ?? null,
    primary_colour: row?.primary_colour ?? null,
    accent_colour: row?.accent_colour ?? null,
    logo_url: path && `${settings.publicUrl}${path}`,
    sign_in_url: row ? `${settings.publicUrl}/sign-in?brand=${row.sign_in_key}` : null,
  }
}

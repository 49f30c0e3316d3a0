import { type Html, html } from '../../../http/html.ts'
import type { Service } from '../../../service.ts'
import { onDark } from './colours.ts'
import { findBranding, findBySignInKey, type LightBranding } from './queries.ts'
import { logoPath } from './view.ts'

/** A customer's branding on a page: the page header, and the CSS for its colours. */
export type PageBrand = {
  key: string
  header: Html
  css: string
  name: string | null
  logoPath: string | null
}

export async function brandOfCustomer(service: Service, customerId: number): Promise<PageBrand | undefined> {
  const row = await findBranding(service.database.query, customerId)
  return row && pageBrand(row)
}

/** The brand with this key, from the URL or the browser's cookie. Undefined when the key is unknown. */
export async function brandOfKey(service: Service, key: string): Promise<PageBrand | undefined> {
  if (!/^[\w-]{22}$/.test(key)) return undefined
  const row = await findBySignInKey(service.database.query, key)
  return row && pageBrand(row)
}

function pageBrand(row: LightBranding): PageBrand {
  const path = logoPath(row)
  const name = row.name ?? (path ? '' : 'Tasman Payroll')
  return {
    key: row.sign_in_key,
    header: html`${path && html`<img class="logo" src="${path}" alt="${name ? '' : 'Logo'}">`} ${name}`,
    css: cssOf(row),
    name: row.name,
    logoPath: path,
  }
}

/** The schema and the database limit colours to six hex digits, so they are safe in a style attribute. */
function cssOf({ primary_colour: primary, accent_colour: accent }: LightBranding): string {
  if (!primary && !accent) return ''
  const light = [
    primary && `--accent:${primary};--accent-strong:${primary};--on-accent:#ffffff`,
    accent && `--highlight:${accent}`,
  ]
  const dark = [
    primary && `--accent:${onDark(primary)};--accent-strong:${onDark(primary)};--on-accent:#06201a`,
    accent && `--highlight:${onDark(accent)}`,
  ]
  const rule = (parts: (string | null)[]) => `:root{${parts.filter(Boolean).join(';')}}`
  return `${rule(light)}@media (prefers-color-scheme: dark){${rule(dark)}}`
}

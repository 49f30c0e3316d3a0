import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { ApiError } from './client.ts'
import { useApi } from './hooks.ts'
import type { Company, Jurisdiction, Session } from './types.ts'

/** A company as the picker shows it, without its employees. */
export type CompanyEntry = {
  id: number
  legal_name: string
  jurisdiction: Jurisdiction
}

const SHOWN = 20

/** The first companies whose name contains the text. */
export function useFoundCompanies(text: string, isRead: boolean) {
  const query = new URLSearchParams({ q: text, limit: String(SHOWN) })
  return useApi<{ companies: CompanyEntry[]; next: number | null }>(isRead ? `/api/companies?${query}` : null)
}

/**
 * The company in the URL. Without one, the company that was opened last, or the first in the list. No other
 * company is loaded.
 */
export function useShownCompany(session: Session | undefined) {
  const [location] = useLocation()
  const inAddress = /^\/companies\/(\d+)/.exec(location)?.[1]
  const isOfficer = session !== undefined && session.role !== 'employee'
  const wanted = isOfficer ? (inAddress ?? session.default_company_id) : null
  const chosen = useApi<Company>(wanted ? `/api/company/${wanted}` : null)
  const isMissing = isAway(chosen.error)
  const found = useFoundCompanies('', isOfficer && (!wanted || isMissing))
  const firstId = found.data?.companies[0]?.id
  const first = useApi<Company>(firstId ? `/api/company/${firstId}` : null)
  const company = isMissing ? first.data : (chosen.data ?? first.data)
  const error = (isMissing ? null : chosen.error) ?? found.error ?? first.error
  const isKnown = company !== undefined || (found.data !== undefined && firstId === undefined)
  useEffect(() => {
    if (session && company && !isMissing) rememberRecent(session.id, company)
    // Deleted, or no longer accessible to this person: the picker must not offer it again.
    if (session && isMissing && wanted) forgetRecent(session.id, Number(wanted))
  }, [session, company, isMissing, wanted])
  return { company, isKnown, error }
}

const isAway = (error: Error | null) => error instanceof ApiError && [400, 403, 404].includes(error.status)

const RECENT_MAX = 8
const keyOf = (person: number) => `tasman.companies.${person}`

/** The companies that this person opened last in this browser, newest first. */
export function recentCompanies(person: number): CompanyEntry[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(person)) ?? '[]')
    return Array.isArray(stored) ? (stored as CompanyEntry[]) : []
  } catch {
    // A browser may refuse storage. The picker then offers all companies.
    return []
  }
}

function rememberRecent(person: number, { id, legal_name, jurisdiction }: Company): void {
  const others = recentCompanies(person).filter((entry) => entry.id !== id)
  storeRecent(person, [{ id, legal_name, jurisdiction }, ...others].slice(0, RECENT_MAX))
}

export function forgetRecent(person: number, id: number): void {
  storeRecent(
    person,
    recentCompanies(person).filter((entry) => entry.id !== id),
  )
}

function storeRecent(person: number, recent: CompanyEntry[]): void {
  try {
    localStorage.setItem(keyOf(person), JSON.stringify(recent))
  } catch {
    // As above, a browser may refuse storage.
  }
}

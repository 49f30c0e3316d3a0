import { createContext, useContext, useEffect } from 'react'
import type { Company } from './api/types.ts'
import { type Wording, wordingOf } from './wording.ts'

type Current = { company: Company; wording: Wording; isNz: boolean; api: string; today: string }

const CompanyContext = createContext<Current | null>(null)

/** Provides a company to the screens below it. */
export function CurrentCompany(props: { company: Company; today: string; children: React.ReactNode }) {
  const { company, today, children } = props
  const isNz = company.jurisdiction === 'NZ'
  const api = `/api/company/${company.id}`
  useEffect(() => {
    // Used by screen readers and spell checkers.
    document.documentElement.lang = isNz ? 'en-NZ' : 'en-AU'
  }, [isNz])
  return (
    <CompanyContext value={{ company, wording: wordingOf(company.jurisdiction), isNz, api, today }}>
      {children}
    </CompanyContext>
  )
}

/** The company in the URL, the wording for its country, and today's date there. */
export function useCompany(): Current {
  const current = useContext(CompanyContext)
  if (!current) throw new Error('no company around this screen')
  return current
}

import { createContext, useContext, useEffect } from 'react'
import type { Company } from './api/types.ts'
import { type Wording, wordingOf } from './wording.ts'

type Current = { company: Company; wording: Wording; isNz: boolean; api: string; today: string }

const CompanyContext = createContext<Current | null>(null)

/** Makes a company known to the screens below it. */
export function CurrentCompany(props: { company: Company; today: string; children: React.ReactNode }) {
  const { company, today, children } = props
  const isNz = company.jurisdiction === 'NZ'
  const api = `/api/company/${company.id}`
  useEffect(() => {
    // What screen readers and spelling checkers go by.
    document.documentElement.lang = isNz ? 'en-NZ' : 'en-AU'
  }, [isNz])
  return (
    <CompanyContext value={{ company, wording: wordingOf(company.jurisdiction), isNz, api, today }}>
      {children}
    </CompanyContext>
  )
}

/** The company of the address, its country's words, and today there. */
export function useCompany(): Current {
  const current = useContext(CompanyContext)
  if (!current) throw new Error('no company around this screen')
  return current
}

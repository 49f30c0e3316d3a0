import { integer, setting } from './setting.ts'

/**
 * Employment records are kept for seven years (Fair Work Act 2009, s 535; Tax Administration Act 1994 (NZ), s
 * 22).
 */
const LEAST_YEARS = 7

const years = (value: string): number => {
  const given = integer(0, 100)(value)
  if (given > 0 && given < LEAST_YEARS)
    throw new Error(`must be 0 (forever) or at least ${LEAST_YEARS}: the law requires seven years`)
  return given
}

/** How long records are kept. */
export const RETENTION = {
  retentionYears: setting({
    variable: 'RETENTION_YEARS',
    meaning:
      'After this number of years the service removes former employees, and the files that name them; amounts stay. 0: never. At least 7.',
    fallback: String(LEAST_YEARS),
    read: years,
  }),
  auditRetentionMonths: setting({
    variable: 'AUDIT_RETENTION_MONTHS',
    meaning: 'How long entries of the audit log are kept. At least 13; the database refuses fewer than 12.',
    fallback: '13',
    read: integer(13, 1200),
  }),
} as const

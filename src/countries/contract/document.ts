/** The content of a payslip, ready to draw. Its text and amounts are final; the drawing code decides nothing. */
export type Payslip = {
  title: string
  employer: { name: string; lines: string[] }
  employee: { name: string; lines: string[] }
  facts: { label: string; value: string }[]
  net: string
  netLabel: string
  sections: PayslipSection[]
  side: PayslipSection[]
  notes: string[]
}

/** A block with a heading and rows. The last row may be a total. */
export type PayslipSection = {
  heading: string
  columns: { label: string; width: number; isRight: boolean }[]
  rows: { cells: string[]; isTotal?: boolean }[]
}

export const first = (width: number) => ({ label: '', width, isRight: false })
export const right = (label: string, width: number) => ({ label, width, isRight: true })

const MONEY = new Intl.NumberFormat('en-AU', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Formats 1234.5 as 1,234.50. The font has no minus sign, so negative amounts have an en dash. */
export function money(amount: string | number): string {
  return MONEY.format(Number(amount)).replace('-', '–')
}

const QUANTITIES = {
  0: new Intl.NumberFormat('en-AU', { maximumFractionDigits: 4 }),
  2: new Intl.NumberFormat('en-AU', { minimumFractionDigits: 2, maximumFractionDigits: 4 }),
}

/** Formats hours and rates with as many decimals as needed, and at least two for a rate. */
export function quantity(value: string | number, leastDecimals: 0 | 2 = 0): string {
  return QUANTITIES[leastDecimals].format(Number(value))
}

/** Formats 7.6 hours as 7:36, for employees whose payslips show hours and minutes. */
function clockHours(value: string | number): string {
  const minutes = Math.round(Math.abs(Number(value)) * 60)
  const sign = Number(value) < 0 ? '–' : ''
  return `${sign}${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

export function hoursText(hours: string | number, isClock: boolean): string {
  return isClock ? clockHours(hours) : quantity(hours)
}

/** Formats 2026-11-19 as 19 Nov 2026. */
export function day(date: string): string {
  return DAY.format(new Date(`${date}T00:00:00Z`))
}

const DAY = new Intl.DateTimeFormat('en-AU', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** Shows only the last three digits of an account number, for privacy. */
export function maskedAccount(number: string): string {
  return `•••${number.replaceAll(/\D/g, '').slice(-3)}`
}

import { day } from '../format.ts'
import { readNumbers } from './numbers.ts'
import { serialDate } from './workbook.ts'

/* Parses dates, amounts and choices by looking at the whole column instead of single cells. */

export type FieldType = 'text' | 'date' | 'number' | 'flag' | 'choice'
export type ImportField = {
  name: string
  value_type: FieldType
  choices: readonly string[]
  is_required: boolean
}

/**
 * The API values of one column, and a description of its format. The description is empty for plain text and
 * choices. `doubts` has a sentence for each cell with two meanings.
 */
export type ReadColumn = {
  values: (string | boolean)[]
  readAs: string
  doubts?: readonly (string | null)[]
}

export function readColumn(cells: readonly string[], field: ImportField, order?: DateOrder): ReadColumn {
  if (field.value_type === 'date') return readDates(cells, order ?? dateOrderOf(cells))
  if (field.value_type === 'number') return readNumbers(cells, field.name)
  if (field.value_type === 'flag') return { values: cells.map(flagOf), readAs: 'Yes or no' }
  if (field.value_type === 'choice') return { values: cells.map((cell) => choiceOf(cell, field)), readAs: '' }
  if (field.name === 'postcode' || field.name === 'kin_postcode')
    return { values: cells.map((cell) => (/^\d{3}$/.test(cell) ? `0${cell}` : cell)), readAs: '' }
  return { values: [...cells], readAs: '' }
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const SLASHED = /^(\d{1,2})[/.\-\s](\d{1,2})[/.\-\s](\d{4}|\d{2})(?:[ T].*)?$/
const WORDED = /^(?:[a-z]{3,9},? )?(\d{1,2})(?:st|nd|rd|th)?[\s/.-]?([a-z]{3,9})[\s/.,-]*(\d{4}|\d{2})$/i
const MONTH_FIRST = /^([a-z]{3,9})[\s.-](\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i
const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ T].*)?$/

export type DateOrder = 'day first' | 'month first'

/**
 * Day first, as in Australia and New Zealand, unless a cell can only be month first. A program writes all its
 * columns the same way, so the order applies to the whole file. If the columns contradict each other, each
 * column is decided separately.
 */
export function dateOrderOf(cells: readonly string[]): DateOrder | undefined {
  const parts = cells.map((cell) => SLASHED.exec(cell)).filter((found) => found !== null)
  const isMonth = parts.some(([, , second]) => Number(second) > 12)
  const isDay = parts.some(([, first]) => Number(first) > 12)
  if (isMonth === isDay) return undefined
  return isMonth ? 'month first' : 'day first'
}

function readDates(cells: readonly string[], order: DateOrder = 'day first'): ReadColumn {
  const values = cells.map((cell) => dateOf(cell, order === 'month first'))
  const at = cells.findIndex((cell) => SLASHED.test(cell))
  if (at < 0) return { values, readAs: 'Dates' }
  return { values, readAs: `Dates, ${order}: ${cells[at]} is ${day(values[at] ?? '')}` }
}

function dateOf(cell: string, isMonthFirst: boolean): string {
  const text = cell.trim()
  const [, isoYear, isoMonth, isoDay] = ISO.exec(text) ?? []
  if (isoYear && isoMonth && isoDay) return civil(isoYear, isoMonth, isoDay)
  if (/^\d{8}$/.test(text)) return civil(text.slice(0, 4), text.slice(4, 6), text.slice(6))
  const [, first, second, year] = SLASHED.exec(text) ?? []
  if (first && second && year)
    return civil(year, isMonthFirst ? first : second, isMonthFirst ? second : first)
  const [, dayOf, month, worded] = WORDED.exec(text) ?? []
  if (dayOf && month && worded) return civil(worded, monthOf(month), dayOf)
  const [, american, its, full] = MONTH_FIRST.exec(text) ?? []
  if (american && its && full) return civil(full, monthOf(american), its)
  if (/^\d{4,5}(\.\d+)?$/.test(text) && Number(text) > 3000) return serialDate(Number(text))
  return text
}

const monthOf = (word: string) => String(MONTHS.indexOf(word.slice(0, 3).toLowerCase()) + 1)

/** Two digits above 40 are in the 1900s, others in the 2000s: 62 is 1962 and 24 is 2024. */
function civil(year: string, month: string, day: string): string {
  const short = Number(year) + (Number(year) > 40 ? 1900 : 2000)
  return `${year.length === 2 ? short : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

const YES = new Set(['yes', 'y', 'true', 't', '1', 'x', '✓', '✔', 'on', 'claimed'])
const NO = new Set(['no', 'n', 'false', 'f', '0', '-', 'off', 'none', 'not claimed', 'n/a'])

function flagOf(cell: string): string | boolean {
  const word = cell.trim().toLowerCase()
  if (YES.has(word)) return true
  return NO.has(word) ? false : cell
}

const letters = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Abbreviations and other words for the choices of a field. */
const ALSO: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  employment_status: {
    ft: 'Full-time',
    full: 'Full-time',
    permanentfulltime: 'Full-time',
    fulltimepermanent: 'Full-time',
    f: 'Full-time',
    permanent: 'Full-time',
    pt: 'Part-time',
    part: 'Part-time',
    permanentparttime: 'Part-time',
    parttimepermanent: 'Part-time',
    p: 'Part-time',
    cas: 'Casual',
    c: 'Casual',
    casualemployee: 'Casual',
    labourhire: 'Labour Hire',
  },
  kiwisaver_status_code: {
    member: 'AK',
    active: 'AK',
    activemember: 'AK',
    existingmember: 'AK',
    enrolled: 'AE',
    autoenrolled: 'AE',
    automaticallyenrolled: 'AE',
    optedin: 'OK',
    optin: 'OK',
    optedout: 'NK',
    optout: 'NK',
    nonmember: 'NK',
    notamember: 'NK',
    notenrolled: 'NK',
    no: 'NK',
  },
  gender: {
    m: 'MALE',
    f: 'FEMALE',
    man: 'MALE',
    woman: 'FEMALE',
    x: 'INDETERMINATE',
    other: 'INDETERMINATE',
    nonbinary: 'INDETERMINATE',
  },
  pay_period: {
    week: 'WEEKLY',
    w: 'WEEKLY',
    weekly: 'WEEKLY',
    fortnight: 'FORTNIGHTLY',
    biweekly: 'FORTNIGHTLY',
    f: 'FORTNIGHTLY',
    everytwoweeks: 'FORTNIGHTLY',
    month: 'MONTHLY',
    m: 'MONTHLY',
    calendarmonthly: 'MONTHLY',
    bimonthly: 'TWICE MONTHLY',
    twicemonthly: 'TWICE MONTHLY',
  },
  pay_method: {
    bank: 'DIRECT BANK ENTRY',
    electronic: 'DIRECT BANK ENTRY',
    eft: 'DIRECT BANK ENTRY',
    directcredit: 'DIRECT BANK ENTRY',
    directdeposit: 'DIRECT BANK ENTRY',
    banktransfer: 'DIRECT BANK ENTRY',
  },
}

function choiceOf(cell: string, { name, choices }: ImportField): string {
  const wanted = letters(cell)
  if (wanted === '') return ''
  const own = choices.find((choice) => letters(choice) === wanted)
  const also = ALSO[name]?.[wanted] ?? (name === 'employment_status' ? statusIn(wanted) : undefined)
  return (
    own ?? choices.find((choice) => also !== undefined && letters(choice) === letters(also)) ?? also ?? cell
  )
}

/** “Permanent part time” and “Fixed term, full-time” contain the status. */
const statusIn = (word: string): string | undefined => {
  if (word.includes('casual')) return 'Casual'
  if (word.includes('parttime')) return 'Part-time'
  return word.includes('fulltime') ? 'Full-time' : undefined
}

/** Whether a cell says full-time, part-time or casual. */
export const isStatusWord = (cell: string): boolean => {
  const word = letters(cell)
  return statusIn(word) !== undefined || ALSO.employment_status?.[word] !== undefined
}

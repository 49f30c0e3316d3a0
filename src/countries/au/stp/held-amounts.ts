import { type Decimal, ZERO } from '../../../kernel/values/money.ts'
import { isOneOf } from '../../../kernel/values/word-lists.ts'
import { ALLOWANCE_CATEGORIES } from '../../../payroll/words.ts'
import { INCOME_TYPES } from '../law/input/words.ts'
import { emptyIncome, type Income, LUMP_SUMS, type PayeeYear } from './facts.ts'
import { plainText } from './text.ts'

/*
 * Amounts that the tax office holds and that fell to nil, for example after a final pay was deleted. Events send them as
 * 0.00: how the tax office reads an amount that is left out is not published. `amountsOf` makes the names of held amounts.
 */

/** The description of an other allowance as an event sends it. */
export const allowanceText = (description: string): string => plainText(description).slice(0, 40)

/** The year with an entry for everything that is held. */
export function withHeld(year: PayeeYear, held: Readonly<Record<string, string>>): PayeeYear {
  const names = Object.keys(held)
  if (names.length === 0) return year
  const here = new Set<string>(year.incomes.map((income) => income.type))
  const heldTypes = new Set(names.map((name) => name.split('.')[0]))
  const gone = INCOME_TYPES.filter((type) => heldTypes.has(type) && !here.has(type))
  return {
    ...year,
    incomes: [...year.incomes, ...gone.map(emptyIncome)].map((income) =>
      withHeldRows(income, namesOfIncome(income, names)),
    ),
    deductions: withNil(year.deductions, codesIn(names, /^Deduction\.([A-Z])\.RemunerationA$/)),
    fringeBenefits: withNil(
      year.fringeBenefits,
      codesIn(names, /^IncomeFringeBenefitsReportable\.([A-Z])\.A$/),
    ),
    held: new Set(names),
  }
}

/** The names of one income, without its type and the country that some types have. */
function namesOfIncome({ type }: Income, names: readonly string[]): string[] {
  const prefix = new RegExp(`^${type}\\.(?:[a-z]{2}\\.)?`)
  return names.flatMap((name) => (prefix.test(name) ? [name.replace(prefix, '')] : []))
}

function withHeldRows(income: Income, names: readonly string[]): Income {
  const lumpSums = partsIn(names, /^LumpSum\.([A-Z])\.(?:(\d{4})\.)?PaymentsA$/)
    .flatMap(([code, year]) => (isOneOf(LUMP_SUMS, code) ? [{ code, year: year ?? null }] : []))
    .filter((row) => !income.lumpSums.some(({ code, year }) => code === row.code && year === row.year))
  const allowances = partsIn(names, /^Allowance\.([A-Z]{2})\.(?:(.*)\.)?EmploymentAllowancesA$/)
    .flatMap(([code, text]) =>
      isOneOf(ALLOWANCE_CATEGORIES, code) ? [{ code, description: text ?? null }] : [],
    )
    .filter((row) => !income.allowances.some((each) => isSameAllowance(each, row)))
  const etps = partsIn(names, /^EmploymentTerminationPayment\.([A-Z])\.(\d{4}-\d\d-\d\d)\.IncomeTaxableA$/)
    .map(([code = '', date = '']) => ({ code, date }))
    .filter((row) => !income.etps.some(({ code, date }) => code === row.code && date === row.date))
  return {
    ...income,
    paidLeave: withNil(income.paidLeave, codesIn(names, /^PaidLeave\.([A-Z])\.PaymentA$/)),
    allowances: [...income.allowances, ...allowances.map((row) => ({ ...row, amount: ZERO }))],
    lumpSums: [...income.lumpSums, ...lumpSums.map((row) => ({ ...row, amount: ZERO }))],
    etps: [
      ...income.etps,
      ...etps.map((row) => ({ ...row, taxFree: ZERO, taxable: ZERO, withheld: ZERO })),
    ].sort((a, b) => (`${a.date} ${a.code}` < `${b.date} ${b.code}` ? -1 : 1)),
  }
}

type Allowance = Omit<Income['allowances'][number], 'amount'>

const isSameAllowance = (here: Allowance, held: Allowance) =>
  here.code === held.code &&
  (here.code !== 'OD' || allowanceText(here.description ?? '') === (held.description ?? ''))

const partsIn = (names: readonly string[], pattern: RegExp): (string | undefined)[][] =>
  names.flatMap((name) => {
    const parts = pattern.exec(name)
    return parts ? [parts.slice(1)] : []
  })

const codesIn = (names: readonly string[], pattern: RegExp) =>
  partsIn(names, pattern).map(([code]) => code ?? '')

/** The amounts, with nil for each of these codes that has none. */
function withNil<T extends Readonly<Partial<Record<string, Decimal>>>>(
  amounts: T,
  codes: readonly string[],
): T {
  const missing = codes.filter((code) => amounts[code] === undefined)
  return missing.length === 0
    ? amounts
    : { ...amounts, ...Object.fromEntries(missing.map((code) => [code, ZERO])) }
}

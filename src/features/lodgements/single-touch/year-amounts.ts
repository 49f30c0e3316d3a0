import type { AuRates } from '../../../countries/au/law/rates/rates.ts'
import { belowReportable, reportableBenefits } from '../../../countries/au/law/reporting/fringe-benefits.ts'
import { invalid } from '../../../kernel/problem.ts'
import { decimal } from '../../../kernel/values/money.ts'
import { present } from '../../../kernel/values/present.ts'
import { Trace } from '../../../payroll/trace.ts'
import type { YearAmounts } from './load-year-amounts.ts'
import type { StpYear, StpYearInput } from './payee-schema.ts'

type Sent = number | string | undefined
const text = (amount: Sent) => String(amount ?? 0)

/** The amounts as stored. Each income type may appear once, and fringe benefits once by either of their two values. */
export function yearAmountsFrom(
  { incomes = [], ...body }: StpYearInput,
  year: number,
  rates: AuRates,
): YearAmounts {
  const types = incomes.map((row) => row.income_type)
  const twice = types.findIndex((type, place) => types.indexOf(type) !== place)
  if (twice >= 0)
    throw invalid(['body', 'incomes', twice, 'income_type'], `${present(types[twice])} is given twice`)
  const benefits = (grossedUp: Sent, taxable: Sent, field: string) => {
    if (taxable === undefined) return text(grossedUp)
    if (grossedUp !== undefined)
      throw invalid(['body', field], 'give the taxable value or the grossed-up amount, not both')
    return reportableBenefits(decimal(text(taxable)), year, rates, new Trace({ isWritten: false })).toFixed()
  }
  return {
    fringe_benefits: benefits(body.fringe_benefits, body.taxable_fringe_benefits, 'taxable_fringe_benefits'),
    exempt_fringe_benefits: benefits(
      body.exempt_fringe_benefits,
      body.taxable_exempt_fringe_benefits,
      'taxable_exempt_fringe_benefits',
    ),
    incomes: incomes.map((row) => ({
      income_type: row.income_type,
      foreign_tax: text(row.foreign_tax),
      exempt_foreign_income: text(row.exempt_foreign_income),
    })),
  }
}

/** Amounts that the tax office does not expect. */
export function yearWarnings(amounts: YearAmounts, year: number, rates: AuRates): string[] {
  return [amounts.fringe_benefits, amounts.exempt_fringe_benefits].flatMap((amount) =>
    belowReportable(decimal(amount), year, rates),
  )
}

export function viewYear(amounts: YearAmounts): StpYear {
  return {
    fringe_benefits: Number(amounts.fringe_benefits),
    exempt_fringe_benefits: Number(amounts.exempt_fringe_benefits),
    incomes: amounts.incomes.map((row) => ({
      income_type: row.income_type,
      foreign_tax: Number(row.foreign_tax),
      exempt_foreign_income: Number(row.exempt_foreign_income),
    })),
  }
}

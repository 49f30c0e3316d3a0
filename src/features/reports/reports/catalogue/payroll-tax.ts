import { sql } from 'kysely'
import { AU_STATES } from '../../../../countries/au/law/input/words.ts'
import { type PayrollTaxRule, payrollTax as taxOf } from '../../../../countries/au/law/rates/payroll-tax.ts'
import { badRequest } from '../../../../kernel/problem.ts'
import { auIncomeYear, type CivilDate, daysBetween } from '../../../../kernel/values/dates.ts'
import { decimal, sum, toPlaces, whole } from '../../../../kernel/values/money.ts'
import { isOneOf } from '../../../../kernel/values/word-lists.ts'
import { PAYS, paysAsked, STATE } from '../load/pays.ts'
import { readWages, type StateWages, WAGE_COLUMNS, WAGES } from '../load/wages.ts'
import { money, percentage, type Report, type ReportRequest, type Row, text } from '../model/report.ts'

const NOTES = [
  'Taxable wages are gross pay and employer super, without genuine redundancy, workers compensation and government paid parental leave. Salary sacrifice other than super counts as a fringe benefit at its own value and is left out.',
  'An estimate: the wages of the period are extrapolated to a year. Grouped employers share one deduction, and regional rates, apprentices and other exemptions are not considered.',
  'Wages that an earlier payroll system paid are not included: choose dates after the change.',
]

function yearOf({ from, to, today }: ReportRequest): { start: CivilDate; end: CivilDate; days: number } {
  const last = to ?? today
  const { start, end } = auIncomeYear(last)
  if (from !== null && from < start)
    throw badRequest(`Payroll tax is calculated for one income year: from_date must not be before ${start}.`)
  return { start, end, days: daysBetween(from ?? start, last) + 1 }
}

/** The payroll tax of each state on the wages of the span. */
async function* byState(question: ReportRequest): AsyncGenerator<Row[]> {
  const { start, end, days } = yearOf(question)
  const table = question.service.rates.au.payrollTax.at(start)
  const part = whole(days).div(whole(daysBetween(start, end) + 1))
  const states = await readWages(question)
  const australia = sum(states.map((row) => decimal(row.taxable)))
  yield states.map((row) => {
    const rule: PayrollTaxRule | undefined = isOneOf(AU_STATES, row.state)
      ? table.value[row.state]
      : undefined
    if (!rule) return { ...row, deduction: null, rate: null, tax: '0' }
    const { deduction, rate, tax } = taxOf({ state: decimal(row.taxable), australia }, part, rule)
    return {
      ...row,
      deduction: deduction.toFixed(2),
      rate: toPlaces(rate, 6).toFixed(),
      tax: tax.toFixed(2),
    }
  })
}

/** The sources of each state's rates. A warning about rates carried over from an earlier year comes first. */
function sourceNotes(question: ReportRequest): string[] {
  const { value, from } = question.service.rates.au.payrollTax.at(yearOf(question).start)
  const carried = AU_STATES.filter((state) => !CHECKED.has(value[state].read.status))
  const warning =
    carried.length === 0
      ? []
      : [
          `Warning: the figures of ${carried.join(', ')} were carried over from an earlier year and have not been checked for the year from ${from}. Look them up at the state revenue office before you rely on the estimate.`,
        ]
  const sources = AU_STATES.map(
    (state) => `${state}: ${value[state].read.title} (${value[state].read.status})`,
  )
  return [...warning, `Rates from ${from}. ${sources.join('; ')}.`]
}

const CHECKED: ReadonlySet<string> = new Set(['published', 'third-party'])

export const payrollTax: Report = {
  name: 'payroll-tax',
  title: 'Payroll tax by state',
  description:
    'Taxable wages of each state and an estimate of the tax on them, by the thresholds and rates of the income year.',
  isOfOneCountry: true,
  dates: 'span',
  isOfTaxYear: true,
  takes: [],
  groupings: {
    state: {
      title: 'By state',
      build: (question) => ({
        notes: [...sourceNotes(question), ...NOTES],
        columns: [
          text('state', 'State'),
          ...WAGE_COLUMNS,
          { ...money('deduction', 'Deduction for the period'), isTotalled: false },
          percentage('rate', 'Rate with surcharges'),
          money('tax', 'Estimated tax'),
        ],
        rows: byState(question),
      }),
    },
    'state-month': {
      title: 'Wages by state and month',
      build: (question) => ({
        notes: NOTES,
        columns: [text('state', 'State'), text('month', 'Month'), ...WAGE_COLUMNS],
        rows: sql<Row & StateWages>`
          select ${STATE} as state, to_char(pays.processed_date, 'YYYY-MM') as month, ${WAGES}
          from ${PAYS} left join terminations termination on termination.pay_id = pays.id
          where ${paysAsked(question)} group by 1, 2 order by 1, 2`,
      }),
    },
  },
}

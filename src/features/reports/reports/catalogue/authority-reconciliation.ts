import { countryOf } from '../../../../countries/index.ts'
import { badRequest } from '../../../../kernel/problem.ts'
import { auIncomeYear, type CivilDate, partsOf } from '../../../../kernel/values/dates.ts'
import { type Decimal, decimal, sumTexts, ZERO } from '../../../../kernel/values/money.ts'
import { loadHeldPays } from '../../../lodgements/payday-filing/index.ts'
import { listUnpaidPayees, loadHeldYear, loadPaidGross } from '../../../lodgements/single-touch/index.ts'
import { openingStpYears } from '../../../pays/opening-balances/index.ts'
import { readReported } from '../load/authority.ts'
import { EMPLOYEE_COLUMNS } from '../load/pays.ts'
import { count, money, type Report, type ReportRequest, type Row, text } from '../model/report.ts'

/** An amount according to the pays and to the authority, and the difference. */
const compared = (name: string, title: string) => [
  money(`${name}_pays`, `${title}, pays`),
  money(`${name}_held`, `${title}, held`),
  money(`${name}_difference`, `${title}, difference`),
]

function compare(name: string, amount: Decimal, held = ZERO): Row {
  return {
    [`${name}_pays`]: amount.toFixed(2),
    [`${name}_held`]: held.toFixed(2),
    [`${name}_difference`]: amount.minus(held).toFixed(2),
  }
}

/** The tax office's year-to-date figures cover one income year. */
function incomeYear({ from, to, today }: ReportRequest): { start: CivilDate; end: CivilDate; year: number } {
  const { start, end } = auIncomeYear(to ?? today)
  if (from !== null && from !== start)
    throw badRequest(`The tax office’s figures are for the year to date: omit from_date, or send ${start}.`)
  return { start, end, year: partsOf(end).year }
}

async function* singleTouch(question: ReportRequest): AsyncGenerator<Row[]> {
  const { start, end, year } = incomeYear(question)
  const rows = await question.service.database.transaction(async (tx) => {
    const held = await loadHeldYear(tx, question.company.id, year)
    const unpaid = await listUnpaidPayees(tx, [question.company.id], year)
    const also = [...held.keys(), ...unpaid.map(({ id }) => id)]
    const reported = await readReported(tx, { ...question, from: start }, [...new Set(also)])
    // Amounts that an earlier system reported are in every year to date from then on.
    const before = await openingStpYears(
      tx,
      reported.map((row) => row.employee_id),
      { start, end },
    )
    const ids = reported.map((row) => row.employee_id)
    const gross = await loadPaidGross(tx, question.company.id, { start, end }, ids)
    return reported.map((row) => {
      const own = held.get(row.employee_id)
      const opening = before.get(row.employee_id)
      const withheld = (opening?.incomes ?? []).flatMap(({ reporting }) => [
        reporting.taxWithheld,
        ...reporting.etps.map((etp) => etp.taxWithheld),
      ])
      return {
        ...row,
        ...compare('gross', gross.get(row.employee_id) ?? ZERO, own?.gross),
        ...compare('tax', sumTexts([row.tax, ...withheld]), own?.withheld),
        ...compare(
          'guarantee',
          sumTexts([row.guarantee, opening?.superLiability ?? '0']),
          own?.superGuarantee,
        ),
      }
    })
  })
  yield rows.map((row) => ({ ...row, status: statusOf(row) }))
}

async function* paydayFiling(question: ReportRequest): AsyncGenerator<Row[]> {
  const span = { from: question.from ?? '1900-01-01', to: question.to ?? '2199-12-31' }
  const rows = await question.service.database.transaction(async (tx) => {
    const held = await loadHeldPays(question.service, tx, question.company.id, span)
    return (await readReported(tx, question, [...held.keys()])).map((row) => {
      const own = held.get(row.employee_id)
      return {
        ...row,
        lodged: own?.payIds.size ?? 0,
        ...compare('gross', decimal(row.filed_gross), own?.gross),
        ...compare('paye', decimal(row.paye), own?.paye),
      }
    })
  })
  yield rows.map((row) => ({ ...row, status: statusOf(row) }))
}

function statusOf(row: Row): string {
  const differs = Object.entries(row).some(
    ([name, value]) => name.endsWith('_difference') && !decimal(String(value)).eq(ZERO),
  )
  if (Number(row.lodged) < Number(row.pays)) return 'not all lodged'
  return differs || Number(row.changed) > 0 ? 'differs' : 'agrees'
}

export const authorityReconciliation: Report = {
  name: 'authority-reconciliation',
  title: 'Pays compared with the authority’s figures',
  description:
    'Australia: gross with everything reported separately, tax and super guarantee of the income year against the last pay event of each employee. New Zealand: gross and PAYE of the paydays against the employment information filed. Only accepted reports count.',
  dates: 'span',
  isOfTaxYear: true,
  takes: ['employee_id'],
  groupings: {
    employee: {
      title: 'Each employee',
      build(question) {
        const { isYearToDate } = countryOf(question.company.jurisdiction).authority
        if (isYearToDate) incomeYear(question)
        const amounts = isYearToDate
          ? [
              ...compared('gross', 'Gross'),
              ...compared('tax', 'Withheld'),
              ...compared('guarantee', 'Super guarantee'),
            ]
          : [...compared('gross', 'Gross'), ...compared('paye', 'PAYE')]
        return {
          columns: [
            ...EMPLOYEE_COLUMNS,
            count('pays', 'Pays'),
            count('lodged', 'Lodged'),
            count('changed', 'Changed since'),
            ...amounts,
            text('status', 'Status'),
          ],
          rows: isYearToDate ? singleTouch(question) : paydayFiling(question),
        }
      },
    },
  },
}

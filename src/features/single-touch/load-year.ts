import { sql } from 'kysely'
import type { Tx } from '../../database/connect.ts'
import type { IncomeType } from '../../payroll/au/tax-treatment.ts'
import { PAID_LEAVE_TYPES } from '../../payroll/au/words.ts'
import type { CivilDate } from '../../payroll/dates.ts'
import { type Decimal, decimal, greater, sum, ZERO } from '../../payroll/money.ts'
import { type AllowanceCategory, type DeductionClass, inOrder } from '../../payroll/words.ts'
import type { DeductionCode, Income, PayeeYear } from './facts.ts'

/** Which pays of the year count: those that are lodged, those named, and with `before` all earlier ones. */
export type YearQuestion = {
  companyId: number
  employeeIds: readonly number[]
  start: CivilDate
  end: CivilDate
  payIds: readonly number[]
  before: CivilDate | null
}

const AMOUNTS = [
  'gross',
  'overtime',
  'bonusesAndCommissions',
  'directorsFees',
  'sacrificedToSuper',
  'sacrificedToOther',
  'lumpSumW',
  'lumpSumB',
  'lumpSumD',
  'taxWithheld',
] as const
/** In the order of the pay event; a category that is left out does not compile. */
const ALLOWANCES = inOrder<AllowanceCategory>({
  CD: true,
  AD: true,
  LD: true,
  MD: true,
  RD: true,
  TD: true,
  KN: true,
  QN: true,
  OD: true,
})
/** The code of each class of deduction; what is not reported has none. */
const DEDUCTIONS: Readonly<Record<DeductionClass, DeductionCode | null>> = {
  UNION_FEES: 'F',
  CHARITY: 'W',
  CHILD_SUPPORT_DEDUCTION: 'D',
  CHILD_SUPPORT_GARNISHEE: 'G',
  NORMAL: null,
}

const total = (expression: string, name: string) => `coalesce(sum((${expression})::numeric), 0) as "${name}"`
const SUMS = [
  ...AMOUNTS.map((name) => total(`reporting->>'${name}'`, name)),
  ...PAID_LEAVE_TYPES.map((code) => total(`reporting->'paidLeave'->>'${code}'`, `leave.${code}`)),
  ...ALLOWANCES.map((code) => total(`reporting->'allowances'->>'${code}'`, `allowance.${code}`)),
  ...Object.entries(DEDUCTIONS).flatMap(([kind, code]) =>
    code === null ? [] : [total(`reporting->'deductions'->>'${kind}'`, `deduction.${code}`)],
  ),
  ...['R', 'T'].map((type) =>
    total(
      `case when reporting->'lumpSumA'->>'type' = '${type}' then reporting->'lumpSumA'->>'amount' end`,
      `lumpSumA.${type}`,
    ),
  ),
  total('compulsory_super', 'compulsory_super'),
  total('super_base', 'super_base'),
  total('resc_super', 'resc_super'),
].join(',\n')

// The declaration that the pay was calculated with decides its income type, so that a later change leaves earlier pays alone.
const INCOME_TYPE = `case
  when facts->'declaration'->>'isWorkingHolidayMaker' = 'true' then 'WHM'
  when employees.is_closely_held then 'CHP'
  when facts->>'employmentStatus' = 'LABOUR_HIRE' then 'LAB'
  else 'SAW' end`

type Key = { employee_id: number; type: IncomeType }
type SumRow = Key & Record<string, string>
type EtpRow = Key & { code: string; date: string; tax_free: string; taxable: string; withheld: string }
type LumpSumRow = Key & { year: string; amount: string }
type DescribedRow = Key & { description: string; amount: string }

/** The year to date of these employees, out of the stored pays, each figure summed by the database. */
export async function loadYears(tx: Tx, question: YearQuestion): Promise<Map<number, PayeeYear>> {
  const counted = sql`
    from pays join employees on employees.id = pays.employee_id
    where pays.company_id = ${question.companyId} and pays.employee_id = any(${question.employeeIds}::int[])
      and pays.status = 'processed' and pays.processed_date between ${question.start} and ${question.end}
      and (pays.processed_date < ${question.before}::date or pays.id = any(${question.payIds}::int[])
        or exists (select 1 from submission_pays link where link.pay_id = pays.id and link.counts))`
  const type = sql.raw(INCOME_TYPE)
  const sums = await sql<SumRow>`
    select pays.employee_id, ${type} as type, ${sql.raw(SUMS)} ${counted} group by 1, 2 order by 1, 2`.execute(
    tx,
  )
  const etps = await sql<EtpRow>`
    select employee_id, type, etp->>'etpCode' as code, processed_date as date,
      sum((etp->>'taxFreeComponent')::numeric) as tax_free, sum((etp->>'taxableComponent')::numeric) as taxable,
      sum((etp->>'taxWithheld')::numeric) as withheld
    from (select pays.employee_id, ${type} as type, processed_date, reporting ${counted}
      and jsonb_array_length(reporting->'etps') > 0) ended
    cross join lateral jsonb_array_elements(reporting->'etps') etp
    group by 1, 2, 3, 4 order by 1, 2, 4, 3`.execute(tx)
  const late = await sql<LumpSumRow>`
    select employee_id, type, late->>'incomeYear' as year, sum((late->>'amount')::numeric) as amount
    from (select pays.employee_id, ${type} as type, reporting ${counted}
      and jsonb_array_length(reporting->'lumpSumE') > 0) paid
    cross join lateral jsonb_array_elements(reporting->'lumpSumE') late
    group by 1, 2, 3 order by 1, 2, 3`.execute(tx)
  const described = await sql<DescribedRow>`
    select employee_id, type, line.description, sum(line.amount) as amount
    from (select pays.id, pays.employee_id, ${type} as type ${counted}
      and coalesce((reporting->'allowances'->>'OD')::numeric, 0) <> 0) paid
    join pay_lines line on line.pay_id = paid.id and (
      line.kind = 'allowance' and line.details->>'allowance_category' = 'OD' and line.details->>'is_itemised' = 'true'
      or line.kind = 'back-payment' and line.details->>'stp_category' = 'ITEMISED_ALLOWANCESOD')
    group by 1, 2, 3 order by 1, 2, 3`.execute(tx)

  const keyOf = (row: Key) => `${row.employee_id}/${row.type}`
  const etpsOf = Map.groupBy(etps.rows, keyOf)
  const lateOf = Map.groupBy(late.rows, keyOf)
  const describedOf = Map.groupBy(described.rows, keyOf)
  const years = new Map<number, PayeeYear>()
  for (const [employeeId, rows] of Map.groupBy(sums.rows, (row) => row.employee_id)) {
    const incomes = rows.map((row) =>
      incomeOf(row, {
        etps: etpsOf.get(keyOf(row)) ?? [],
        late: lateOf.get(keyOf(row)) ?? [],
        described: describedOf.get(keyOf(row)) ?? [],
      }),
    )
    years.set(employeeId, yearOf(rows, incomes))
  }
  return years
}

/** A year in which nothing was paid. */
export const EMPTY_YEAR: PayeeYear = {
  incomes: [],
  deductions: {},
  superLiability: ZERO,
  superEarnings: ZERO,
  reportableSuper: ZERO,
}

function yearOf(rows: readonly SumRow[], incomes: readonly Income[]): PayeeYear {
  const add = (name: string): Decimal => sum(rows.map((row) => decimal(row[name] ?? '0')))
  return {
    incomes,
    deductions: {
      F: add('deduction.F'),
      W: add('deduction.W'),
      D: add('deduction.D'),
      G: add('deduction.G'),
    },
    superLiability: add('compulsory_super'),
    superEarnings: add('super_base'),
    reportableSuper: add('resc_super'),
  }
}

function incomeOf(
  row: SumRow,
  more: { etps: readonly EtpRow[]; late: readonly LumpSumRow[]; described: readonly DescribedRow[] },
): Income {
  const amount = (name: string): Decimal => decimal(row[name] ?? '0')
  return {
    type: row.type,
    gross: amount('gross'),
    overtime: amount('overtime'),
    bonuses: amount('bonusesAndCommissions'),
    directorsFees: amount('directorsFees'),
    paidLeave: Object.fromEntries(PAID_LEAVE_TYPES.map((code) => [code, amount(`leave.${code}`)])),
    allowances: ALLOWANCES.flatMap((code): Income['allowances'][number][] =>
      code === 'OD'
        ? describe(amount('allowance.OD'), more.described)
        : [{ code, description: null, amount: amount(`allowance.${code}`) }],
    ),
    sacrificedToSuper: amount('sacrificedToSuper'),
    sacrificedToOther: amount('sacrificedToOther'),
    lumpSums: [
      { code: 'R', year: null, amount: amount('lumpSumA.R') },
      { code: 'T', year: null, amount: amount('lumpSumA.T') },
      { code: 'B', year: null, amount: amount('lumpSumB') },
      { code: 'D', year: null, amount: amount('lumpSumD') },
      ...more.late.map((each) => ({ code: 'E' as const, year: each.year, amount: decimal(each.amount) })),
      { code: 'W', year: null, amount: amount('lumpSumW') },
    ],
    etps: more.etps.map((etp) => ({
      code: etp.code,
      date: etp.date,
      taxFree: decimal(etp.tax_free),
      taxable: decimal(etp.taxable),
      withheld: decimal(etp.withheld),
    })),
    withheld: amount('taxWithheld'),
  }
}

/** Other allowances go by their descriptions; part of a late one may be a lump sum E, so they never exceed the total. */
function describe(whole: Decimal, rows: readonly DescribedRow[]): Income['allowances'][number][] {
  let left = whole
  return rows.map((row, index) => {
    const isLast = index === rows.length - 1
    const wanted = decimal(row.amount)
    const amount = isLast || wanted.gt(left) ? left : wanted
    left = greater(left.minus(amount), ZERO)
    return { code: 'OD', description: row.description, amount }
  })
}

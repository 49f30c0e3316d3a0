import { type RawBuilder, sql } from 'kysely'
import { allOf, type Tx } from '../../database/connect.ts'
import { addUpDeductions, addUpReporting, type ReportedYear } from '../../payroll/au/reported-year.ts'
import type { PaidLeaveType } from '../../payroll/au/result.ts'
import { readReporting, type StoredReporting } from '../../payroll/au/stored-reporting.ts'
import type { IncomeType } from '../../payroll/au/tax-treatment.ts'
import { type CivilDate, partsOf } from '../../payroll/dates.ts'
import type { AllowanceCategory } from '../../payroll/input.ts'
import { type Decimal, decimal, greater, isZero, sum, sumTexts, ZERO } from '../../payroll/money.ts'
import { present } from '../../payroll/present.ts'
import { type OpeningStpYear, openingStpYears } from '../opening-balances/index.ts'
import { EMPTY_YEAR, emptyIncome, type Income, type PayeeYear } from './facts.ts'
import { loadYearAmounts, withAmounts } from './load-year-amounts.ts'

/** Which pays of the year count: those the tax office knows of, those named, and with `before` all earlier ones. */
export type YearQuestion = {
  companyId: number
  employeeIds: readonly number[]
  start: CivilDate
  end: CivilDate
  payIds: readonly number[]
  before: CivilDate | null
}

/** A pay in the year to date, and what the tax office was told of it. */
export type CountedPay = {
  id: number
  employeeId: number
  figuresHash: string | null
  toldHash: string | null
  isLodged: boolean
}

/** An employee's year to date: what is theirs, what somebody else gets because they died, and the pays it is made of. */
export type YearToDate = {
  own: PayeeYear
  beneficiary: PayeeYear | null
  /** The tax treatment that the last of the pays remembers. */
  treatment: string | null
  /** How an earlier payroll, whose figures are among them, named the employee and itself. */
  previousPayrollId: string | null
  previousBmsId: string | null
  pays: readonly CountedPay[]
}

/** Employees whose year is added up at one time: a year of pays of all of them would fill the memory. */
const EMPLOYEES_AT_ONCE = 250

/** Income types that no declaration leads to. */
const SET_FOR_A_PAYEE: readonly IncomeType[] = ['IAA', 'SWP', 'FEI', 'JPD', 'VOL', 'OSP']

/** The income type of a pay, of `pays` joined with `employees` and with what it `remembered`. */
export const INCOME_TYPE_OF_PAY = sql<IncomeType>`case
  when remembered.income_stream = any(${SET_FOR_A_PAYEE}::text[]) then remembered.income_stream
  when pays.income_type <> 'WHM' and coalesce(remembered.is_closely_held, employees.is_closely_held) then 'CHP'
  else pays.income_type end`

type PaidRow = {
  id: number
  employee_id: number
  date: string
  type: IncomeType
  reporting: unknown
  compulsory_super: string | null
  super_base: string | null
  resc_super: string | null
  treatment: string | null
  figures_hash: string | null
  told_hash: string | null
  is_lodged: boolean
}

type Paid = Omit<PaidRow, 'reporting'> & {
  reporting: StoredReporting
  etps: readonly (StoredReporting['etps'][number] & { date: string })[]
}
type DescribedRow = { pay_id: number; description: string; amount: string }

/** The year to date of these employees, out of the stored pays. */
export async function loadYears(tx: Tx, question: YearQuestion): Promise<Map<number, YearToDate>> {
  const years = new Map<number, YearToDate>()
  const isOneRead = question.employeeIds.length <= EMPLOYEES_AT_ONCE
  for (let from = 0; from < question.employeeIds.length; from += EMPLOYEES_AT_ONCE) {
    const employeeIds = question.employeeIds.slice(from, from + EMPLOYEES_AT_ONCE)
    const [pays, openings, amounts] = await allOf([
      isOneRead ? loadPaid(tx, question) : loadFigures(tx, counting({ ...question, employeeIds })),
      openingStpYears(tx, employeeIds, question),
      loadYearAmounts(tx, employeeIds, partsOf(question.end).year),
    ])
    const described = await loadDescribed(
      tx,
      pays.filter((pay) => !isZero(decimal(pay.reporting.allowances.OD ?? '0'))).map((pay) => pay.id),
    )
    const own = Map.groupBy(pays, (pay) => pay.employee_id)
    for (const employeeId of employeeIds) {
      const year = yearToDate(openings.get(employeeId), own.get(employeeId) ?? [], described)
      years.set(employeeId, { ...year, own: withAmounts(year.own, amounts.get(employeeId)) })
    }
  }
  return years
}

/**
 * Pays whose figures a transaction has read: it holds the company's pays, so that they stay. Of the events of one call each tells all
 * that the one before told, and reading a year of pays anew for each of them was most of a long call.
 */
const read = new WeakMap<Tx, Map<number, Paid>>()

/** The pays that count, oldest first. What a pay remembers decides its income type: a later change leaves it alone. */
async function loadPaid(tx: Tx, question: YearQuestion): Promise<Paid[]> {
  const known = read.get(tx)
  if (!known) {
    const paid = await loadFigures(tx, counting(question))
    read.set(tx, new Map(paid.map((pay) => [pay.id, pay])))
    return paid
  }
  const { rows } = await sql<Pick<PaidRow, 'id' | 'told_hash' | 'is_lodged'>>`
    select id, told_hash, stp_status is not null as is_lodged from pays where ${counting(question)} ${OLDEST_FIRST}`.execute(
    tx,
  )
  const missing = rows.flatMap(({ id }) => (known.has(id) ? [] : [id]))
  if (missing.length > 0)
    for (const pay of await loadFigures(tx, sql`pays.id = any(${missing}::int[])`)) known.set(pay.id, pay)
  return rows.map((row) => ({ ...present(known.get(row.id)), ...row }))
}

const OLDEST_FIRST = sql`order by pays.employee_id, pays.processed_date, pays.id`

const counting = (question: YearQuestion) => sql`
  pays.company_id = ${question.companyId} and pays.employee_id = any(${question.employeeIds}::int[])
  and pays.status = 'processed' and pays.processed_date between ${question.start} and ${question.end}
  and (pays.processed_date < ${question.before}::date or pays.id = any(${question.payIds}::int[])
    or pays.told_hash is not null)`

async function loadFigures(tx: Tx, condition: RawBuilder<unknown>): Promise<Paid[]> {
  const { rows } = await sql<PaidRow>`
    select pays.id, pays.employee_id, pays.processed_date as date, reporting, compulsory_super, super_base, resc_super,
      figures_hash, told_hash, stp_status is not null as is_lodged,
      remembered.tax_treatment_code as treatment,
      ${INCOME_TYPE_OF_PAY} as type
    from pays join employees on employees.id = pays.employee_id
    left join snapshots remembered on remembered.id = pays.snapshot_id
    where ${condition} ${OLDEST_FIRST}`.execute(tx)
  return rows.map((row) => {
    const reporting = readReporting(row.reporting)
    return { ...row, reporting, etps: reporting.etps.map((etp) => ({ ...etp, date: row.date })) }
  })
}

/** What was paid elsewhere in the year counts like pays before the first, one of each income type. */
function before(opening: OpeningStpYear | undefined): Paid[] {
  return (opening?.incomes ?? []).map(({ incomeType, reporting }, place) => ({
    id: 0,
    employee_id: 0,
    date: opening?.asAt ?? '',
    type: incomeType,
    reporting,
    etps: reporting.etps.map((etp, index) => ({ ...etp, date: opening?.etps[index]?.payDate ?? '' })),
    // Super is of the employee, not of an income type.
    compulsory_super: place === 0 ? (opening?.superLiability ?? null) : null,
    super_base: place === 0 ? (opening?.superEarnings ?? null) : null,
    resc_super: place === 0 ? (opening?.reportableSuper ?? null) : null,
    treatment: null,
    figures_hash: null,
    told_hash: null,
    is_lodged: false,
  }))
}

/** The lines of these pays that are other allowances: they are reported with their descriptions. */
async function loadDescribed(tx: Tx, payIds: readonly number[]): Promise<DescribedRow[]> {
  if (payIds.length === 0) return []
  const { rows } = await sql<DescribedRow>`
    select line.pay_id, line.description, line.amount from pay_lines line
    where line.pay_id = any(${payIds}::int[]) and (
      line.kind = 'allowance' and line.details->>'allowance_category' = 'OD'
      or line.kind = 'back-payment' and line.details->>'stp_category' = 'ITEMISED_ALLOWANCESOD')
    order by line.pay_id, line.id`.execute(tx)
  return rows
}

function yearToDate(
  opening: OpeningStpYear | undefined,
  pays: readonly Paid[],
  described: readonly DescribedRow[],
): YearToDate {
  return {
    own: withAmounts(yearOf([...before(opening), ...pays], described), opening?.beyondPays),
    beneficiary: deathBenefits(pays),
    previousPayrollId: opening?.previousPayrollId ?? null,
    previousBmsId: opening?.previousBmsId ?? null,
    treatment: pays.at(-1)?.treatment ?? null,
    pays: pays.map((pay) => ({
      id: pay.id,
      employeeId: pay.employee_id,
      figuresHash: pay.figures_hash,
      toldHash: pay.told_hash,
      isLodged: pay.is_lodged,
    })),
  }
}

/** Codes of what is paid because somebody died: it is the income of who receives it. */
const DEATH_BENEFITS: readonly string[] = ['D', 'N', 'B', 'T']

function deathBenefits(pays: readonly Paid[]): PayeeYear | null {
  const etps = etpsOf(pays).filter(({ code }) => DEATH_BENEFITS.includes(code))
  return etps.length === 0 ? null : { ...EMPTY_YEAR, incomes: [{ ...emptyIncome('SAW'), etps }] }
}

function yearOf(pays: readonly Paid[], described: readonly DescribedRow[]): PayeeYear {
  const deductions = addUpDeductions(pays.map((pay) => pay.reporting))
  const byType = [...Map.groupBy(pays, (pay) => pay.type)].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    incomes: byType.map(([type, own]) => incomeOf(type, own, described)),
    deductions: {
      F: deductions.UNION_FEES,
      W: deductions.CHARITY,
      // One that protected earnings left nothing of is reported as zero.
      ...(pays.some((pay) => pay.reporting.deductions.CHILD_SUPPORT_DEDUCTION !== undefined)
        ? { D: deductions.CHILD_SUPPORT_DEDUCTION }
        : {}),
      G: deductions.CHILD_SUPPORT_GARNISHEE,
    },
    superLiability: sumTexts(pays.map((pay) => pay.compulsory_super ?? '0')),
    superEarnings: sumTexts(pays.map((pay) => pay.super_base ?? '0')),
    reportableSuper: sumTexts(pays.map((pay) => pay.resc_super ?? '0')),
    fringeBenefits: {},
  }
}

/** In the order in which they are reported. */
const PAID_LEAVE: readonly PaidLeaveType[] = ['C', 'U', 'P', 'W', 'A', 'O']
const ALLOWANCES: readonly AllowanceCategory[] = ['CD', 'AD', 'LD', 'MD', 'RD', 'TD', 'KN', 'QN', 'OD']

function incomeOf(type: IncomeType, pays: readonly Paid[], described: readonly DescribedRow[]): Income {
  const year = addUpReporting(pays.map((pay) => pay.reporting))
  const ids = new Set(pays.map((pay) => pay.id))
  return {
    ...emptyIncome(type),
    gross: year.gross,
    overtime: year.overtime,
    bonuses: year.bonusesAndCommissions,
    directorsFees: year.directorsFees,
    paidLeave: Object.fromEntries(PAID_LEAVE.map((code) => [code, year.paidLeave[code]])),
    allowances: ALLOWANCES.flatMap((code): Income['allowances'][number][] =>
      code === 'OD'
        ? describe(
            year.allowances.OD,
            described.filter((row) => ids.has(row.pay_id)),
          )
        : [{ code, description: null, amount: year.allowances[code] }],
    ),
    sacrificedToSuper: year.sacrificedToSuper,
    sacrificedToOther: year.sacrificedToOther,
    lumpSums: lumpSumsOf(year),
    etps: etpsOf(pays).filter(({ code }) => !DEATH_BENEFITS.includes(code)),
    withheld: year.taxWithheld,
  }
}

function lumpSumsOf(year: ReportedYear): Income['lumpSums'] {
  return [
    { code: 'R', year: null, amount: year.lumpSumA.R },
    { code: 'T', year: null, amount: year.lumpSumA.T },
    { code: 'B', year: null, amount: year.lumpSumB },
    { code: 'D', year: null, amount: year.lumpSumD },
    ...year.lumpSumE.map((late) => ({ code: 'E' as const, year: late.incomeYear, amount: late.amount })),
    { code: 'W', year: null, amount: year.lumpSumW },
  ]
}

/** Termination payments by day and code, in this order. */
function etpsOf(pays: readonly Paid[]): Income['etps'] {
  return [
    ...Map.groupBy(
      pays.flatMap((pay) => pay.etps),
      (etp) => `${etp.date} ${etp.etpCode}`,
    ),
  ]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, same]) => {
      const [first] = same
      if (!first) return []
      return [
        {
          code: first.etpCode,
          date: first.date,
          taxFree: sumTexts(same.map((etp) => etp.taxFreeComponent)),
          taxable: sumTexts(same.map((etp) => etp.taxableComponent)),
          withheld: sumTexts(same.map((etp) => etp.taxWithheld)),
        },
      ]
    })
}

/** Other allowances go by their descriptions; part of a late one may be a lump sum E, so they never exceed the total. */
function describe(whole: Decimal, rows: readonly DescribedRow[]): Income['allowances'][number][] {
  // What was paid elsewhere has no lines that describe it.
  if (rows.length === 0 && !isZero(whole))
    return [{ code: 'OD', description: 'Other allowances', amount: whole }]
  let left = whole
  const byText = [...Map.groupBy(rows, (row) => row.description)].sort(([a], [b]) => (a < b ? -1 : 1))
  return byText.map(([description, same], index) => {
    const isLast = index === byText.length - 1
    const wanted = sum(same.map((row) => decimal(row.amount)))
    const amount = isLast || wanted.gt(left) ? left : wanted
    left = greater(left.minus(amount), ZERO)
    return { code: 'OD', description, amount }
  })
}

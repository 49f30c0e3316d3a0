import { sql } from 'kysely'
import type { PaidLeaveType } from '../../../countries/au/law/input/result.ts'
import type { IncomeType } from '../../../countries/au/law/input/tax-treatment.ts'
import {
  addUpDeductions,
  addUpReporting,
  type ReportedYear,
} from '../../../countries/au/law/reporting/reported-year.ts'
import { EMPTY_YEAR, emptyIncome, type Income, type PayeeYear } from '../../../countries/au/stp/facts.ts'
import { settleAll, type Tx } from '../../../database/connect.ts'
import { partsOf } from '../../../kernel/values/dates.ts'
import { type Decimal, decimal, greater, isZero, sum, sumTexts, ZERO } from '../../../kernel/values/money.ts'
import type { AllowanceCategory } from '../../../payroll/input.ts'
import { type OpeningStpYear, openingStpYears } from '../../pays/opening-balances/index.ts'
import { counting, loadFigures, loadPaid, type Paid, type YearQuestion } from './load-paid.ts'
import { loadYearAmounts, withAmounts } from './load-year-amounts.ts'

/** A pay in the year to date, and the hash reported to the tax office for it. */
export type CountedPay = {
  id: number
  employeeId: number
  figuresHash: string | null
  reportedHash: string | null
  isLodged: boolean
}

/**
 * An employee's year to date: their own amounts, amounts paid to others because the employee died, and the
 * pays behind them.
 */
export type PayeeYearToDate = {
  own: PayeeYear
  beneficiary: PayeeYear | null
  /** The tax treatment code from the snapshot of the last pay. */
  treatment: string | null
  /** The ids that an earlier payroll used for the employee and for itself, if its figures are included. */
  previousPayrollId: string | null
  previousBmsId: string | null
  pays: readonly CountedPay[]
}

/** The number of employees totalled at a time. A year of everyone's pays would not fit in memory. */
const EMPLOYEES_AT_ONCE = 250

type DescribedRow = { pay_id: number; description: string; amount: string }

/** The year to date of these employees, from the stored pays. */
export async function loadYears(tx: Tx, question: YearQuestion): Promise<Map<number, PayeeYearToDate>> {
  const years = new Map<number, PayeeYearToDate>()
  const isOneRead = question.employeeIds.length <= EMPLOYEES_AT_ONCE
  for (let from = 0; from < question.employeeIds.length; from += EMPLOYEES_AT_ONCE) {
    const employeeIds = question.employeeIds.slice(from, from + EMPLOYEES_AT_ONCE)
    const [pays, openings, amounts] = await settleAll([
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
      const isHere = !question.identity?.withoutOpening.has(employeeId)
      const opening = isHere ? openings.get(employeeId) : undefined
      const year = yearToDate(opening, own.get(employeeId) ?? [], described)
      const beyond = isHere ? amounts.get(employeeId) : undefined
      years.set(employeeId, { ...year, own: withAmounts(year.own, beyond) })
    }
  }
  return years
}

/** Amounts paid elsewhere in the year count as pays before the first one, with one for each income type. */
function before(opening: OpeningStpYear | undefined): Paid[] {
  return (opening?.incomes ?? []).map(({ incomeType, reporting }, place) => ({
    id: 0,
    employee_id: 0,
    date: opening?.asAt ?? '',
    type: incomeType,
    reporting,
    etps: reporting.etps.map((etp, index) => ({ ...etp, date: opening?.etps[index]?.payDate ?? '' })),
    // Super belongs to the employee, not to an income type, so it is counted once.
    compulsory_super: place === 0 ? (opening?.superLiability ?? null) : null,
    super_base: place === 0 ? (opening?.superEarnings ?? null) : null,
    resc_super: place === 0 ? (opening?.reportableSuper ?? null) : null,
    treatment: null,
    figures_hash: null,
    told_hash: null,
    is_lodged: false,
  }))
}

/** The lines of these pays that are other allowances, which are reported with their descriptions. */
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
): PayeeYearToDate {
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
      reportedHash: pay.told_hash,
      isLodged: pay.is_lodged,
    })),
  }
}

/** Codes of death benefits, which are the income of the person who receives them. */
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
      // A deduction that protected earnings reduced to nothing is reported as zero.
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

/** In reporting order. */
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

/** Termination payments, ordered by date and code. */
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

/**
 * Other allowances are reported by description. Part of a late one may be a lump sum E, so the amounts are
 * capped at the total.
 */
function describe(whole: Decimal, rows: readonly DescribedRow[]): Income['allowances'][number][] {
  // Amounts paid elsewhere have no lines with descriptions.
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

import type { CheckedPayment } from '../../../countries/nz/law/check/payments.ts'
import { unprocessable } from '../../../kernel/problem.ts'
import { type Decimal, sum, ZERO } from '../../../kernel/values/money.ts'
import type { Step, StepInputs } from '../../../payroll/trace.ts'
import type { HolidaysActReport, ReportRow } from './schema.ts'

/** The maximum number of payments in one answer. */
export const PAYMENTS_MAX = 50_000

/** The employee and pay of a payment. */
export type PaymentOwner = Pick<ReportRow, 'employee' | 'employee_id' | 'pay_id' | 'pay_date' | 'period_end'>

type Sums = { owed: Decimal; paid: Decimal; arrears: Decimal }
const NOTHING: Sums = { owed: ZERO, paid: ZERO, arrears: ZERO }

/** Adds up payments as they are found. */
export function createReport() {
  const rows: ReportRow[] = []
  const employees = new Map<string, Sums & { employee: string; employee_id: number | null }>()
  let underpaid = 0
  const unchecked = new Map<string, HolidaysActReport['unchecked'][number]>()
  return {
    /** Lists a year of an employee that cannot be checked, once. */
    leaveUnchecked(
      owner: Pick<PaymentOwner, 'employee' | 'employee_id'>,
      date: string,
      reason: string,
    ): void {
      const year = Number(date.slice(0, 4))
      const { employee, employee_id } = owner
      unchecked.set(`${employee_id ?? employee} ${year} ${reason}`, { employee, employee_id, year, reason })
    },
    add(owner: PaymentOwner, payments: readonly CheckedPayment[]): void {
      if (rows.length + payments.length > PAYMENTS_MAX) throw tooMany()
      for (const payment of payments) {
        const { owed, paid } = payment
        const arrears = owed.gt(paid) ? owed.minus(paid) : ZERO
        if (arrears.gt(ZERO)) underpaid += 1
        const { employee, employee_id } = owner
        const key = employee_id === null ? employee : String(employee_id)
        const before = employees.get(key) ?? { ...NOTHING, employee, employee_id }
        employees.set(key, {
          ...before,
          owed: before.owed.plus(owed),
          paid: before.paid.plus(paid),
          arrears: before.arrears.plus(arrears),
        })
        rows.push(rowOf(owner, payment))
      }
    },
    finish(from: string | null, to: string | null): HolidaysActReport {
      const all = [...employees.values()]
      const total = (name: keyof Sums) => figure(sum(all.map((each) => each[name])))
      return {
        from_date: from,
        to_date: to,
        payments: rows.length,
        underpaid,
        owed: total('owed'),
        paid: total('paid'),
        arrears: total('arrears'),
        employees: all
          .filter(({ arrears }) => arrears.gt(ZERO))
          .sort((a, b) => b.arrears.cmp(a.arrears))
          .map((each) => ({
            ...each,
            owed: figure(each.owed),
            paid: figure(each.paid),
            arrears: figure(each.arrears),
          })),
        unchecked: [...unchecked.values()],
        rows,
      }
    },
  }
}

export const tooMany = () =>
  unprocessable(
    `More than ${PAYMENTS_MAX.toLocaleString('en')} payments for leave are too many for one report. Choose a shorter period, or fewer employees.`,
  )

const figure = (amount: Decimal) => Number(amount.toFixed())

function rowOf(owner: PaymentOwner, payment: CheckedPayment): ReportRow {
  const { type, description, date, hours, owed, paid, rule, steps, assumes } = payment
  return {
    ...owner,
    type,
    description,
    date,
    hours: hours === null ? null : figure(hours),
    owed: figure(owed),
    paid: figure(paid),
    difference: figure(owed.minus(paid)),
    section: rule,
    assumptions: [...(assumes ?? [])],
    steps: steps.map(viewStep),
  }
}

function viewStep({ name, amount, formula, inputs, rule }: Step): ReportRow['steps'][number] {
  return { name, amount: figure(amount), formula, inputs: viewInputs(inputs), rule }
}

const viewInputs = (inputs: StepInputs) =>
  Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [name, typeof value === 'string' ? value : figure(value)]),
  )

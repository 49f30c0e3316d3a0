import { expect } from 'vitest'
import { JOURNAL_KINDS } from '../../../src/payroll/journal-kinds.ts'
import type { AnyJson, TestClient } from '../../support/app.ts'

/** Gives a company an account for every kind; each code says what it is. */
export async function aChart(owner: TestClient, companyId: number, more: AnyJson[] = []): Promise<void> {
  const accounts = JOURNAL_KINDS.map((kind, index) => ({
    kind,
    account_code: String(400 + index),
    account_name: `=Account of ${kind}`,
  }))
  const { status } = await owner.put(`/api/company/${companyId}/journal-accounts`, [...accounts, ...more])
  expect(status).toBe(200)
}

const CREDITS = ['net_pay', 'tax', 'student_loan', 'deductions']

/**
 * Requirements for all journals of a run together: they balance and agree with the pays, as added up by the
 * test itself.
 */
export function expectBooked(journals: AnyJson[], pays: AnyJson[]): void {
  const cents = (amount: number) => Math.round(amount * 100)
  for (const journal of journals) {
    const side = (name: string) =>
      journal.lines.reduce((sum: number, line: AnyJson) => sum + cents(line[name]), 0)
    expect([journal.id, side('debit')]).toEqual([journal.id, side('credit')])
    expect(cents(journal.total)).toBe(side('debit'))
    expect(journal.lines.every((line: AnyJson) => line.debit === 0 || line.credit === 0)).toBe(true)
  }
  const booked = (kinds: readonly string[]) =>
    journals
      .flatMap((journal) => journal.lines)
      .filter((line: AnyJson) => kinds.includes(line.kind))
      .reduce((sum: number, line: AnyJson) => sum + cents(line.credit) - cents(line.debit), 0)
  const paid = (figure: (pay: AnyJson) => number) => pays.reduce((sum, pay) => sum + cents(figure(pay)), 0)
  const loans = (pay: AnyJson) =>
    (pay.nz_student_loan ?? 0) + (pay.period_student_loan_cir ?? 0) + (pay.period_student_loan_bor ?? 0)
  const amounts = (lines: AnyJson[]) => lines.reduce((sum, line) => sum + line.amount, 0)
  const expected = [
    paid((pay) => pay.net),
    paid((pay) => pay.tax),
    paid(loans),
    paid((pay) => amounts(pay.deductions)),
  ]
  expect(CREDITS.map((kind) => booked([kind]))).toEqual(expected)
  expect(booked(['super_payable'])).toBe(paid((pay) => pay.super))
  const earnings = ['ordinary', 'overtime', 'leave', 'allowances', 'bonuses', 'termination', 'other']
  expect(0 - booked(earnings)).toBe(paid((pay) => pay.gross + amounts(pay.pay_sacrifices)))
  expect(booked(['kiwisaver_payable', 'esct'])).toBe(
    paid((pay) => (pay.kiwisaver_employee_amount ?? 0) + (pay.kiwisaver_employer_amount ?? 0)),
  )
}

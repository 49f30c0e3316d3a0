import { countryOf } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { timestamp } from '../../../http/view.ts'
import { notFound } from '../../../kernel/problem.ts'
import { type Decimal, sum, ZERO } from '../../../kernel/values/money.ts'
import { present } from '../../../kernel/values/present.ts'
import { keysOf } from '../../../kernel/values/word-lists.ts'
import type { Service } from '../../../service.ts'
import { isToRecover, loadItems } from '../../money/payments/index.ts'
import { isOwedBack, loadOwed, openOf, totalOf } from '../../money/super-payments/index.ts'
import {
  findPay,
  type PayCreate,
  type PayView,
  countryOf as payCountryOf,
  type RebuildOptions,
  rebuildPayIn,
  viewStoredPay,
} from '../../pays/pays/index.ts'
import { findMailedAt } from './queries.ts'
import type { CorrectionPreview } from './schema.ts'
import { type CorrectedMoney, followsOf } from './words.ts'

/**
 * Rebuilds a pay in a transaction that is rolled back, and reads the ledgers in it. Returns the differences
 * and their consequences.
 */
export function previewCorrection(
  service: Service,
  company: Company,
  payId: number,
  request: PayCreate,
  options: Omit<RebuildOptions, 'isDryRun'>,
): Promise<CorrectionPreview> {
  return service.database.transaction(
    async (tx) => {
      const before = await readPay(tx, company, payId)
      const rebuilt = await rebuildPayIn(service, tx, company, payId, request, {
        ...options,
        isDryRun: true,
      })
      const after = present(rebuilt.pay.view ?? undefined)
      const money = await moneyOf(service, tx, company, { payId, runId: before.pay_run_id ?? 0 })
      const changes = changesOf(before, after)
      const mailedAt = await findMailedAt(tx, company.id, payId)
      return {
        pay_id: payId,
        changes,
        so_far: {
          pay_date: before.processed_date,
          is_processed: before.status === 'processed',
          paid: money.paid,
          is_settled: money.isSettled,
          super_sent: money.superSent,
          reported: before.stp_status ? { status: before.stp_status, at: before.stp_timestamp } : null,
          payslip_mailed_at: timestamp(mailedAt),
        },
        follows: followsOf({
          pay: after,
          authority: countryOf(company.jurisdiction).authority,
          changes,
          money,
          mailedAt,
          laterCount: rebuilt.affected.length,
        }),
        affected_pays: rebuilt.affected,
        pay: after,
      }
    },
    { dryRun: true },
  )
}

async function readPay(tx: Tx, company: Company, payId: number): Promise<PayView> {
  const pay = await findPay(tx, company.id, payId)
  if (!pay) throw notFound('Pay not found.')
  return viewStoredPay(pay, payCountryOf(company))
}

async function moneyOf(
  service: Service,
  tx: Tx,
  company: Company,
  { payId, runId }: { payId: number; runId: number },
): Promise<CorrectedMoney> {
  const items = await loadItems(tx, company.id, { payIds: [payId] })
  const nets = items.filter((item) => item.kind === 'net')
  const dollars = (values: readonly Decimal[]) => Number(sum(values).toFixed(2))
  const { contributionFile } = countryOf(company.jurisdiction).retirement
  const owed = contributionFile
    ? (await loadOwed(service, tx, company.id, { pay_run_id: runId })).filter(({ pay }) => pay.id === payId)
    : []
  return {
    paid: dollars(nets.map((item) => item.sent)),
    isSettled: nets.every((item) => item.inFile.eq(ZERO)),
    open: dollars(items.filter((item) => item.open.gt(ZERO)).map((item) => item.open)),
    toRecover: dollars(items.filter(isToRecover).map((item) => ZERO.minus(item.open))),
    superSent: dollars(owed.map((each) => totalOf(each.sent))),
    superOpen: dollars(owed.map(openOf).filter((open) => open.gt(ZERO))),
    superOverpaid: dollars(owed.filter(isOwedBack).map((each) => ZERO.minus(openOf(each)))),
  }
}

const total = (rows: readonly { amount: number }[]) => rows.reduce((whole, row) => whole + row.amount, 0)
const cents = (value: number) => Math.round(value * 100) / 100

function figuresOf(pay: PayView): Record<CorrectionPreview['changes'][number]['figure'], number> {
  return {
    hours: pay.hours.reduce((whole, row) => whole + row.value, 0),
    gross: pay.gross,
    tax: pay.tax,
    deductions: cents(total(pay.deductions)),
    net: pay.net,
    super: pay.super,
    student_loan: cents((pay.tax_plus_student_loan ?? pay.tax) - pay.tax),
    kiwisaver_employee: pay.kiwisaver_employee_amount ?? 0,
    kiwisaver_employer: pay.kiwisaver_employer_amount ?? 0,
  }
}

function changesOf(before: PayView, after: PayView): CorrectionPreview['changes'] {
  const [was, is] = [figuresOf(before), figuresOf(after)]
  return keysOf(was).flatMap((figure) =>
    was[figure] === is[figure] ? [] : [{ figure, before: was[figure], after: is[figure] }],
  )
}

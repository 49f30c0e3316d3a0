import type { FinalPayRequest, FinalPayRules } from '../contract/final-pay.ts'
import { NZ_FINAL_PAYSLIP } from './final-payslip.ts'
import { nzSections } from './termination-statement.ts'

export const NZ_FINAL_PAY: FinalPayRules = {
  isStagedWhenFuture: true,
  hasFurtherPayments: false,
  // The request has no reason for leaving. Inland Revenue taxes wages paid after a death like any others.
  isDeath: () => false,
  fields: {
    own: [
      'payment_in_lieu_amount',
      'unused_alt_holiday_amount',
      'nz_ytd_taxable',
      'retiring_allowance_amount',
    ],
    notice: ['payment_in_lieu_amount'],
    manual: ['unused_holiday_amount', 'unused_alt_holiday_amount'],
  },
  contradictions: () => [],
  refusal,
  payslip: NZ_FINAL_PAYSLIP,
  statementFacts: () => [],
  statement: nzSections,
  hasPaymentSummary: false,
  entitlements: null,
  yearFigures: ['student_loan', 'kiwisaver_employee', 'kiwisaver_employer'],
}

/** Null means the same as omitted. */
const isSent = (request: FinalPayRequest, field: string) => (request[field] ?? null) !== null
const isPositive = (amount: unknown) => Number(amount ?? 0) > 0

function refusal(block: FinalPayRequest): string | undefined {
  if (isSent(block, 'non_etp_amount') && !block.is_manual_leave_amounts)
    return 'non_etp_amount is the 8% holiday pay; it can only be sent with is_manual_leave_amounts true.'
  if (!block.is_payment_in_lieu_paid || isPositive(block.payment_in_lieu_amount)) return undefined
  return 'payment_in_lieu_amount is required when notice is paid and must be greater than 0.'
}

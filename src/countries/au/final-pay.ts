import type { EndingService, Entitlements, FinalPayRequest, FinalPayRules } from '../contract/final-pay.ts'
import { AU_FINAL_PAYSLIP } from './final-payslip.ts'
import { AU_STATES, TERMINATION_REASONS } from './law/input/words.ts'
import { bridgedServiceWarning, longServiceStart } from './law/termination/bridged-service.ts'
import { longServiceWeeks, noticeWeeks, redundancyWeeks } from './law/termination/entitlements.ts'
import { auFacts, auSections } from './termination-statement.ts'

const AU_ENTITLEMENTS: Entitlements = {
  notice: (service, { au }, trace) => noticeWeeks(service, au, trace),
  redundancy: (service, { au }, trace) => redundancyWeeks(service, au, trace),
  longService(service, { au }, trace) {
    const state = stateOf(service)
    const reason = TERMINATION_REASONS.find((each) => each === service.reason) ?? 'TERMINATION'
    const cessation = reason === 'TERMINATION' ? (service.cessationTypeCode ?? 'V') : null
    if (!state) return null
    const startDate = longServiceStart(service, state, service.lastDay, au)
    return longServiceWeeks({ ...service, startDate, state, reason, cessation }, au, trace)
  },
  warnings(service, { au }) {
    const state = stateOf(service)
    return state ? bridgedServiceWarning(service, state, service.lastDay, au) : []
  },
}

const stateOf = (service: EndingService) => AU_STATES.find((each) => each === service.state)

export const AU_FINAL_PAY: FinalPayRules = {
  isStagedWhenFuture: false,
  hasFurtherPayments: true,
  isDeath: ({ reason }) => String(reason ?? '').startsWith('DEATH'),
  fields: {
    own: [
      'reason',
      'cessation_type_code',
      'payment_in_lieu_type',
      'notice_hours',
      'notice_lump_sum',
      'is_unused_holiday_paid',
      'is_unused_leave_loading_paid',
      'is_unused_lsl_paid',
      'is_unused_sick_paid',
      'is_unused_rdo_paid',
      'is_unused_toil_paid',
      'redundancy_tax_free_pilon_component',
      'etp_amount',
      'unused_leave_loading_amount',
      'unused_sick_amount',
      'unused_rdo_amount',
      'unused_toil_amount',
      'unused_lsl_pre_august_1978',
      'unused_lsl_august_1978_to_august_1993',
      'unused_lsl_post_august_1993',
      'normal_earnings',
      'tax_summaries',
    ],
    notice: ['payment_in_lieu_type', 'notice_hours', 'notice_lump_sum'],
    manual: [
      'unused_holiday_amount',
      'unused_leave_loading_amount',
      'unused_sick_amount',
      'unused_rdo_amount',
      'unused_toil_amount',
      'unused_lsl_pre_august_1978',
      'unused_lsl_august_1978_to_august_1993',
      'unused_lsl_post_august_1993',
      'normal_earnings',
      'tax_summaries',
    ],
  },
  contradictions,
  refusal,
  payslip: AU_FINAL_PAYSLIP,
  statementFacts: auFacts,
  statement: auSections,
  hasPaymentSummary: true,
  entitlements: AU_ENTITLEMENTS,
  yearFigures: ['super'],
}

/** Null means the same as omitted. */
const isSent = (request: FinalPayRequest, field: string) => (request[field] ?? null) !== null
const isPositive = (amount: unknown) => Number(amount ?? 0) > 0

/** Each flag, with the amounts that contradict it when it is false. */
const PAID_BY: readonly (readonly [flag: string, amounts: readonly string[]])[] = [
  ['is_unused_holiday_paid', ['unused_holiday_amount']],
  ['is_unused_leave_loading_paid', ['unused_leave_loading_amount']],
  ['is_unused_sick_paid', ['unused_sick_amount']],
  ['is_unused_rdo_paid', ['unused_rdo_amount']],
  ['is_unused_toil_paid', ['unused_toil_amount']],
  [
    'is_unused_lsl_paid',
    ['unused_lsl_pre_august_1978', 'unused_lsl_august_1978_to_august_1993', 'unused_lsl_post_august_1993'],
  ],
]

function* contradictions(block: FinalPayRequest): Generator<[string, string]> {
  const reason = block.reason ?? 'TERMINATION'
  if (isSent(block, 'cessation_type_code') && reason !== 'TERMINATION')
    yield ['cessation_type_code', 'can only be sent with reason TERMINATION']
  if (isSent(block, 'redundancy_tax_free_pilon_component') && reason !== 'REDUNDANCY')
    yield ['redundancy_tax_free_pilon_component', 'can only be sent with reason REDUNDANCY']
  if (isSent(block, 'notice_hours') && isSent(block, 'notice_lump_sum'))
    yield ['notice_lump_sum', 'and notice_hours exclude each other']
  for (const [flag, amounts] of PAID_BY)
    for (const amount of amounts)
      if (block[flag] === false && Number(block[amount] ?? 0) > 0)
        yield [amount, `contradicts ${flag} false; send one of them`]
}

function refusal(block: FinalPayRequest): string | undefined {
  if (Number(block.unused_holiday_amount ?? 0) < 0) return 'unused_holiday_amount must not be negative.'
  if (!block.is_payment_in_lieu_paid) return undefined
  if (!block.payment_in_lieu_type) return 'payment_in_lieu_type is required when notice is paid.'
  const field = block.payment_in_lieu_type === 'NOTICE_HOURS' ? 'notice_hours' : 'notice_lump_sum'
  if (isPositive(block[field])) return undefined
  return `${field} is required with ${block.payment_in_lieu_type} and must be greater than 0.`
}

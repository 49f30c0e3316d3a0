/** The inputs of the termination form. */
export type TerminationValues = {
  termination_date: string
  pay_date: string
  /** Empty for the period that includes the pay date. */
  period_end_date: string
  reason: string
  cessation_type_code: string
  /** `none`, `hours` (AU) or `amount`. */
  notice: string
  notice_amount: string
  redundancy_amount: string
  etp_amount: string
  nz_ytd_taxable: string
  is_unused_lsl_paid: string
  is_unused_rdo_paid: string
  is_unused_toil_paid: string
}

/** The request body: only the country's fields, and only filled ones. */
export function requestOf(values: TerminationValues, isNz: boolean): Record<string, unknown> {
  const shared = {
    termination_date: values.termination_date,
    pay_date: values.pay_date,
    ...(values.period_end_date ? { period_end_date: values.period_end_date } : {}),
    ...(values.redundancy_amount ? { redundancy_amount: values.redundancy_amount } : {}),
  }
  const isPaid = values.notice !== 'none'
  if (isNz)
    return {
      ...shared,
      ...(isPaid ? { is_payment_in_lieu_paid: true, payment_in_lieu_amount: values.notice_amount } : {}),
      ...(values.nz_ytd_taxable ? { nz_ytd_taxable: values.nz_ytd_taxable } : {}),
    }
  return {
    ...shared,
    reason: values.reason,
    ...(values.reason === 'TERMINATION' ? { cessation_type_code: values.cessation_type_code } : {}),
    ...(isPaid ? { is_payment_in_lieu_paid: true, ...noticeOf(values) } : {}),
    ...(values.etp_amount ? { etp_amount: values.etp_amount } : {}),
    ...chosen(values, 'is_unused_lsl_paid'),
    ...chosen(values, 'is_unused_rdo_paid'),
    ...chosen(values, 'is_unused_toil_paid'),
  }
}

type Switch = 'is_unused_lsl_paid' | 'is_unused_rdo_paid' | 'is_unused_toil_paid'
const chosen = (values: TerminationValues, name: Switch) =>
  values[name] ? { [name]: values[name] === 'yes' } : {}

function noticeOf({ notice, notice_amount }: TerminationValues) {
  return notice === 'hours'
    ? { payment_in_lieu_type: 'NOTICE_HOURS', notice_hours: notice_amount }
    : { payment_in_lieu_type: 'NOTICE_LUMP_SUM', notice_lump_sum: notice_amount }
}

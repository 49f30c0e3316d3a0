import type { Jurisdiction, OpeningBalances } from '../api/types.ts'

/** The inputs of the opening figures, all as text. Empty ones are omitted. */
export type OpeningValues = {
  as_at: string
  paid_to_date: string
  service_start_date: string
  previous_payroll_id: string
  previous_bms_id: string
  leave_balances: Record<string, string>
  year_to_date: Record<string, string>
  stp: Record<string, string>
  pay_history: Record<string, string>[]
}

type Names = Record<string, string>

const LEAVE: Record<Jurisdiction, Names> = {
  AU: {
    holiday_hours: 'Annual leave, hours',
    sick_hours: 'Sick leave, hours',
    lsl_hours: 'Long service leave, hours',
    rdo_hours: 'Rostered days off, hours',
    toil_hours: 'Time in lieu, hours',
  },
  NZ: {
    annual_holidays_weeks: 'Annual holidays, weeks',
    sick_hours: 'Sick leave, hours',
    alt_holiday_days: 'Alternative holidays, days',
    toil_hours: 'Time in lieu, hours',
  },
}
const YEAR: Record<Jurisdiction, Names> = {
  AU: {
    gross: 'Gross',
    taxable_gross: 'Taxable gross (empty: gross)',
    tax: 'PAYG withheld',
    net: 'Net (empty: gross less tax)',
    deductions: 'Deductions after tax',
    super: 'Super, total',
    compulsory_super: 'Super guarantee part (empty: all)',
    reportable_super: 'Reportable super (RESC)',
    super_earnings: 'Earnings for super',
    super_earnings_in_quarter: '… of which in this quarter',
    child_support: 'Child support',
    method_b2_amount: 'Bonuses taxed by method B(ii)',
    method_b2_tax: 'Tax on them',
    method_b2_study_loan: 'Study loan on them',
    tax_carried: 'Tax that net pay could not cover yet',
    family_violence_leave_hours: 'Family and domestic violence leave since the anniversary, hours',
  },
  NZ: {
    gross: 'Gross',
    tax: 'PAYE with ACC levy',
    net: 'Net (empty: gross less tax)',
    deductions: 'Deductions after tax',
    levy_liable: 'Earnings liable for the ACC levy (empty: gross)',
    student_loan: 'Student loan',
    kiwisaver_employee: 'KiwiSaver, employee',
    kiwisaver_employer: 'KiwiSaver, employer, before ESCT',
    complying_fund_employer: 'Complying fund, employer, before ESCT',
    last_year_gross: 'Gross of last tax year (for ESCT)',
    last_year_employer_contributions: 'Employer contributions of last tax year, before ESCT',
    child_support: 'Child support',
    holidays_in_advance: 'Holidays paid in advance since the anniversary',
  },
}
const STP: Names = {
  gross: 'Gross',
  overtime: 'Overtime',
  bonuses_and_commissions: 'Bonuses and commissions',
  directors_fees: 'Directors’ fees',
  paid_leave_o: 'Paid leave: other (O)',
  paid_leave_c: 'Paid leave: cashed out (C)',
  paid_leave_u: 'Paid leave: unused, at the end (U)',
  paid_leave_p: 'Paid leave: parental (P)',
  paid_leave_w: 'Paid leave: workers compensation (W)',
  paid_leave_a: 'Paid leave: ancillary and defence (A)',
  allowance_cd: 'Allowance: cents per kilometre (CD)',
  allowance_ad: 'Allowance: award transport (AD)',
  allowance_ld: 'Allowance: laundry (LD)',
  allowance_md: 'Allowance: overtime meals (MD)',
  allowance_rd: 'Allowance: travel (RD)',
  allowance_td: 'Allowance: tools (TD)',
  allowance_kn: 'Allowance: tasks (KN)',
  allowance_qn: 'Allowance: qualifications (QN)',
  allowance_od: 'Allowance: other (OD)',
  lump_sum_a: 'Lump sum A',
  lump_sum_b: 'Lump sum B',
  lump_sum_d: 'Lump sum D',
  lump_sum_w: 'Lump sum W',
  sacrificed_to_super: 'Sacrificed to super',
  sacrificed_to_other: 'Sacrificed to other benefits',
  union_fees: 'Union and professional fees',
  workplace_giving: 'Workplace giving',
  child_support_deduction: 'Child support deductions',
  child_support_garnishee: 'Child support garnishee',
  tax_withheld: 'Tax withheld',
}
const PERIOD: Record<Jurisdiction, Names> = {
  AU: { period_end_date: 'Period ended', gross: 'Gross', tax: 'Tax', hours: 'Hours' },
  NZ: {
    period_end_date: 'Period ended',
    gross: 'Gross',
    counted_gross: 'Gross earnings (Act)',
    tax: 'PAYE',
    hours: 'Hours',
    days_paid: 'Days',
    one_off_amounts: 'One-off amounts',
  },
}

export const openingNames = (country: Jurisdiction) => ({
  leave: LEAVE[country],
  year: YEAR[country],
  stp: country === 'AU' ? STP : {},
  period: PERIOD[country],
})

type Names4 = ReturnType<typeof openingNames>
const text = (value: unknown) => (value === null || value === undefined ? '' : String(value))
const texts = (names: Names, from: Readonly<Record<string, unknown>> | null | undefined) =>
  Object.fromEntries(Object.keys(names).map((name) => [name, text(from?.[name])]))
const filled = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''))

export function openingValuesOf(stored: OpeningBalances | null, names: Names4): OpeningValues {
  return {
    as_at: text(stored?.as_at),
    paid_to_date: text(stored?.paid_to_date),
    service_start_date: text(stored?.service_start_date),
    previous_payroll_id: text(stored?.previous_payroll_id),
    previous_bms_id: text(stored?.previous_bms_id),
    leave_balances: texts(names.leave, stored?.leave_balances),
    year_to_date: texts(names.year, stored?.year_to_date),
    stp: texts(names.stp, stored?.stp),
    pay_history: (stored?.pay_history ?? []).map((period) => texts(names.period, period)),
  }
}

/** The request body: the filled inputs, and stored figures that have no input here. */
export function openingBodyOf(
  values: OpeningValues,
  stored: OpeningBalances | null,
): Record<string, unknown> {
  const { etps, last_full_pay, stp: storedStp } = stored ?? {}
  const others = Object.entries(storedStp ?? {}).filter(([name]) => !(name in values.stp))
  const stp = { ...filled(values.stp), ...defined(Object.fromEntries(others)) }
  const before = stored?.pay_history ?? []
  return {
    ...defined({ etps, last_full_pay }),
    ...filled({
      as_at: values.as_at,
      paid_to_date: values.paid_to_date,
      service_start_date: values.service_start_date,
      previous_payroll_id: values.previous_payroll_id,
      previous_bms_id: values.previous_bms_id,
    }),
    leave_balances: filled(values.leave_balances),
    year_to_date: filled(values.year_to_date),
    ...(Object.keys(stp).length > 0 ? { stp } : {}),
    pay_history: values.pay_history.map((period) => ({
      ...before.find(({ period_end_date: end }) => end === period.period_end_date),
      ...filled(period),
    })),
  }
}

const defined = (members: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== null))

import { type Amount, defineAmounts } from '../../../../payroll/amounts.ts'

type NzAmount = Amount & {
  /** The step that gives the figure its amount. A figure of zero may have none. */
  step: string
} & (
    | { history?: { total?: 'year' }; inAdvance?: never }
    /** The part of holiday pay in advance that counts towards the total of the period in which it is taken. */
    | { history: { total: 'period' }; inAdvance: 'amount' | 'paye' }
  )

/** The amounts among the figures of a New Zealand pay. `src/payroll/figures.ts` describes the members of the entries. */
export const NZ_AMOUNTS = defineAmounts<NzAmount>()({
  /** Ordinary PAYE income of this pay. Later pays annualise it, or tax it together with their own. */
  ordinary: {
    column: 'ordinary',
    step: 'ordinary',
    history: { sum: 'none', total: 'period' },
    inAdvance: 'amount',
  },
  /** Lump sums taxed as extra pay, including termination payments. */
  extraPay: { column: 'extra_pay', step: 'extra-pay' },
  /** PAYE including the levy, before the payroll giving credit: field 15 of the employment information. */
  paye: { column: 'paye', step: 'paye', reported: 6 },
  payeOrdinary: {
    column: 'paye_ordinary',
    step: 'paye.ordinary',
    history: { sum: 'none', total: 'period' },
    inAdvance: 'paye',
  },
  payeExtraPay: { column: 'paye_extra_pay', step: 'paye.extra-pay' },
  payrollGivingCredit: { column: 'payroll_giving_credit', step: 'tax.payroll-giving-credit', reported: 17 },
  studentLoanCir: {
    column: 'student_loan_cir',
    step: 'student-loan.cir-taken',
    history: { sum: 'none' },
    reported: 10,
    view: 'period_student_loan_cir',
  },
  studentLoanBor: {
    column: 'student_loan_bor',
    step: 'student-loan.bor-taken',
    reported: 11,
    view: 'period_student_loan_bor',
  },
  /** Ordinary and extra pay that the student loan deduction is based on. */
  studentLoanBase: {
    column: 'student_loan_base',
    step: 'student-loan.base',
    history: { sum: 'none', total: 'period' },
    inAdvance: 'amount',
  },
  taxPlusStudentLoan: {
    column: 'tax_plus_student_loan',
    step: 'tax-plus-student-loan',
    view: 'tax_plus_student_loan',
  },
  kiwisaverEmployee: {
    column: 'kiwisaver_employee',
    step: 'kiwisaver.employee',
    reported: 12,
    view: 'kiwisaver_employee_amount',
  },
  /** Before ESCT. Under PAYE_NET, after the PAYE that is paid out of the contribution. */
  kiwisaverEmployer: {
    column: 'kiwisaver_employer',
    step: 'kiwisaver.employer',
    reported: 13,
    view: 'kiwisaver_employer_amount',
  },
  kiwisaverEsct: {
    column: 'kiwisaver_esct',
    step: 'kiwisaver.esct',
    reported: 14,
    view: 'kiwisaver_esct_amount',
  },
  kiwisaverPayeGrossUplift: {
    column: 'kiwisaver_paye_gross_uplift',
    step: 'kiwisaver.uplift',
    view: 'kiwisaver_paye_gross_uplift',
  },
  /** PAYE paid out of the employer contribution (PAYE_NET). Included in `paye`, but not in `tax`. */
  kiwisaverContributionTax: { column: 'kiwisaver_contribution_tax', step: 'kiwisaver.contribution-tax' },
  kiwisaverEmployeeRate: {
    column: 'kiwisaver_employee_rate',
    step: 'kiwisaver.employee-rate',
    view: 'kiwisaver_employee_rate',
  },
  kiwisaverEmployerRate: {
    column: 'kiwisaver_employer_rate',
    step: 'kiwisaver.employer-rate',
    view: 'kiwisaver_employer_rate',
  },
  /** Employee + employer − ESCT: the amount that the scheme receives. */
  totalKiwiSaver: { column: 'total_kiwisaver', step: 'kiwisaver.total', view: 'total_kiwi_saver' },
  complyingFundEmployer: { column: 'complying_fund_employer', step: 'complying-fund.employer' },
  complyingFundEsct: { column: 'complying_fund_esct', step: 'complying-fund.esct', reported: 15 },
  /** Pre-tax sacrifices into super, and the ESCT on them. */
  sacrificedSuper: { column: 'sacrificed_super', step: 'sacrifices.super' },
  sacrificedSuperEsct: { column: 'sacrificed_super_esct', step: 'sacrifices.super-esct', reported: 16 },
  childSupport: { column: 'child_support', step: 'child-support', reported: 7 },
  payrollGiving: { column: 'payroll_giving', step: 'payroll-giving' },
  levyLiable: { column: 'levy_liable', step: 'levy-liable', history: { sum: 'none', total: 'year' } },
  /** Fields 10, 11, 13 and 27 of the employment information. */
  hoursPaid: { column: 'hours_paid', step: 'hours-paid', history: { sum: 'none' }, reported: 2 },
  filedGross: { column: 'filed_gross', step: 'filed.gross', reported: 3 },
  notLiableForAcc: { column: 'not_liable_for_acc', step: 'filed.not-liable', reported: 4 },
  filedEss: { column: 'filed_ess', step: 'filed.share-scheme', reported: 18 },
})

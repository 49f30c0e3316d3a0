import { childSupportMaximum, creditFor, levyPart } from '../../src/countries/nz/law/deductions/deductions.ts'
import type { NzFrequency, NzPayInput } from '../../src/countries/nz/law/input/input.ts'
import type { NzPayResult } from '../../src/countries/nz/law/input/result.ts'
import { readTaxCode } from '../../src/countries/nz/law/input/tax-code.ts'
import { contribute, esctOn, esctRateFor } from '../../src/countries/nz/law/kiwisaver/retirement.ts'
import { averageDailyPay, publicHolidayWorkedPay } from '../../src/countries/nz/law/leave/daily-pay.ts'
import {
  annualHolidayPay,
  averageWeeklyEarnings,
  newSickDays,
  ordinaryWeeklyPay,
  shareOfGross,
} from '../../src/countries/nz/law/leave/holidays.ts'
import { calculateNzPay } from '../../src/countries/nz/law/pay.ts'
import { employmentInformationDue, payeDue } from '../../src/countries/nz/law/public-holidays/payday-dates.ts'
import { holidaysAfterLastDay } from '../../src/countries/nz/law/public-holidays/public-holidays.ts'
import { annualiseFourWeeks, annualiseLastTwoPeriods } from '../../src/countries/nz/law/tax/annualised.ts'
import { taxExtraPays } from '../../src/countries/nz/law/tax/extra-pay.ts'
import { repayStudentLoan } from '../../src/countries/nz/law/tax/student-loan.ts'
import { annualTax, payeOn } from '../../src/countries/nz/law/tax/tax-table.ts'
import {
  buildAmendment,
  buildReturn,
  type LineFacts,
  lineRecord,
} from '../../src/countries/nz/payday-filing/build.ts'
import { type FileRecord, readRecord, writeRecord } from '../../src/countries/nz/payday-filing/records.ts'
import { checkIrdNumber } from '../../src/identifiers/ird-number.ts'
import { checkNzBankAccount } from '../../src/identifiers/nz-bank-account.ts'
import { checkNzbn } from '../../src/identifiers/nzbn.ts'
import { addDays, type CivilDate, civilDate, partsOf } from '../../src/kernel/values/dates.ts'
import { type Decimal, decimal, toCent, toCentDown, whole, ZERO } from '../../src/kernel/values/money.ts'
import type { PayPeriod } from '../../src/payroll/pay-periods.ts'
import { type Step, Trace } from '../../src/payroll/trace.ts'
import { workDaysFor } from '../../src/payroll/work-days.ts'
import { bonus, deduction, nzPay, nzRates, paidHours } from '../support/nz-pay.ts'
import type { GoldenMap, GoldenNode, Kinds } from './kinds.ts'

/** How each kind of New Zealand golden case is evaluated. */
export const nzKinds: Kinds = {
  'nz-paye': evaluatePaye,
  'nz-ir-tables': evaluateTableRow,
  'nz-extra-pay': evaluateExtraPay,
  'nz-student-loan': evaluateStudentLoan,
  'nz-kiwisaver-esct': evaluateKiwiSaver,
  'nz-deductions': evaluateDeductions,
  'nz-full-pay': evaluateFullPay,
  'nz-holidays': evaluateHolidays,
  'nz-checksums': evaluateChecksum,
  'nz-payday-filing': evaluatePayday,
}

const traces: Trace[] = []

/** The steps of the cases evaluated since the last call. */
export function stepsOfCases(): Step[] {
  return traces.splice(0).flatMap((trace) => trace.steps)
}

function tracing(): Trace {
  const trace = new Trace()
  traces.push(trace)
  return trace
}

function calculated(input: NzPayInput): NzPayResult {
  const result = calculateNzPay(input, nzRates)
  tracing().steps.push(...result.steps)
  return result
}

function evaluatePaye(inputs: GoldenMap): GoldenMap {
  if (inputs.kind === 'annual_cross_check') {
    const annual = figure(inputs, 'annual_income')
    const tax = annualTax(annual, 'M', tablesOn(dateOf(inputs)), tracing())
    return { annual_net_after_tax_and_levy: show(annual.minus(tax)) }
  }
  if (inputs.gross_including_gst !== undefined) {
    const paid = figure(inputs, 'gross_including_gst')
    const gross = paid.times('20').div(whole(23))
    const paye = payeOf(gross, inputs)
    return { gross: show(gross), paye: show(paye), paid_to_contractor: show(paid.minus(paye)) }
  }
  return { paye: show(payeOf(figure(inputs, 'gross'), inputs)) }
}

function evaluateTableRow(inputs: GoldenMap, expected: GoldenMap): GoldenMap {
  const gross = figure(inputs, 'gross')
  const loan = { ...inputs, tax_code: inputs.table === 'main' ? 'M SL' : 'S SL' }
  const employer = toCentDown(gross.times(figure(inputs, 'employer_rate')))
  return {
    paye: mapKeys(expected.paye, (code) => show(payeOf(gross, { ...inputs, tax_code: code }))),
    student_loan: show(loanOf(gross, false, loan).standard),
    kiwisaver_employee_by_rate: mapKeys(expected.kiwisaver_employee_by_rate, (rate) =>
      show(kiwiSaverOf({ ...inputs, employee_rate: rate }).employee),
    ),
    employer_by_esct_rate: mapKeys(expected.employer_by_esct_rate, (rate) => {
      const esct = esctOn(employer, decimal(rate), 'esct', tracing())
      return { net: show(employer.minus(esct)), esct: show(esct) }
    }),
  }
}

function evaluateExtraPay(inputs: GoldenMap): GoldenMap {
  const frequency = frequencyOf(inputs)
  const annualised =
    inputs.last_two_paid_periods === undefined
      ? annualiseFourWeeks(figures(inputs, 'pays_in_four_weeks'), frequency, tracing())
      : annualiseLastTwoPeriods(figures(inputs, 'last_two_paid_periods'), ZERO, frequency, tracing())
  if (inputs.kind !== undefined) return { annualised: show(annualised) }

  const payDate = dateOf(inputs)
  const notLiable = figure(inputs, 'not_acc_liable')
  const given = figure(inputs, 'annualised')
  if (inputs.last_two_paid_periods !== undefined && !annualised.eq(given)) {
    throw new Error(`annualised ${annualised} is not ${given}`)
  }
  const taxed = taxExtraPays(
    [
      { name: 'liable', amount: figure(inputs, 'extra_pay').minus(notLiable), isLevyLiable: true },
      { name: 'not-liable', amount: notLiable, isLevyLiable: false },
    ],
    { tax: taxOf(inputs), annualised: given, electedRate: null, levyHeadroom: null },
    { ...tablesOn(payDate), extraPay: nzRates.extraPay.at(payDate) },
    tracing(),
  )
  const levy = taxed.items.reduce((total, item) => total.plus(item.levy), ZERO)
  return {
    tax: show(taxed.total),
    rate: taxed.rate.toString(),
    taxed_at_low_rate: `${taxed.isLowRate}`,
    // Inland Revenue prints this example with tax and levy cut apart, one cent below its own steps.
    printed_by_inland_revenue: show(
      toCentDown(figure(inputs, 'extra_pay').times(taxed.rate)).plus(toCentDown(levy)),
    ),
  }
}

function evaluateStudentLoan(inputs: GoldenMap): GoldenMap {
  const base = inputs.gross === undefined ? figure(inputs, 'ordinary') : figure(inputs, 'gross')
  const extra = inputs.extra_pay === undefined ? ZERO : figure(inputs, 'extra_pay')
  const amounts = loanOf(base.plus(extra), false, inputs)
  return { student_loan: show(amounts.standard), slcir: show(amounts.cir), slbor: show(amounts.bor) }
}

function evaluateKiwiSaver(inputs: GoldenMap): GoldenMap {
  const kind = inputs.kind ?? ''
  if (kind === 'ESCT rate') {
    const amount = figure(inputs, 'threshold_amount')
    const rate = esctRateFor(amount, nzRates.esct.at(dateOf(inputs)), tracing())
    return { threshold_amount: show(amount), esct_rate: rate.toString() }
  }
  if (kind === 'ESCT on contribution') {
    const contribution = figure(inputs, 'employer_gross_contribution')
    const esct = esctOn(contribution, figure(inputs, 'esct_rate'), 'esct', tracing())
    return { esct: show(esct), employer_net_contribution: show(contribution.minus(esct)) }
  }
  if (kind === 'default rate by pay date') {
    const amounts = kiwiSaverOf({ gross: '100', pay_date: inputs.pay_date ?? '' })
    return { employee_rate: amounts.employeeRate.toString(), employer_rate: amounts.employerRate.toString() }
  }
  if (inputs.tax_code !== undefined) return evaluatePayeMethod(inputs)
  const amounts = kiwiSaverOf(inputs)
  return {
    employee_deduction: show(amounts.employee),
    employer_gross_contribution: show(amounts.employer),
    esct: show(amounts.esct),
    employer_net_contribution: show(amounts.employer.minus(amounts.esct)),
  }
}

function evaluatePayeMethod(inputs: GoldenMap): GoldenMap {
  const base = payFor(inputs)
  const { figures: f } = calculated({ ...base, kiwiSaver: { ...base.kiwiSaver, taxMethod: 'PAYE_GROSS' } })
  return {
    employer_contribution: show(f.kiwisaverEmployer),
    taxable_gross: show(f.filedGross),
    paye: show(f.paye),
    employee_deduction: show(f.kiwisaverEmployee),
    contribution_to_fund: show(f.kiwisaverEmployer.minus(f.kiwisaverEsct)),
    esct: show(f.kiwisaverEsct),
    net_pay: show(f.net),
  }
}

function evaluateDeductions(inputs: GoldenMap): GoldenMap {
  const payDate = dateOf(inputs)
  const gross = figure(inputs, 'gross')
  const tables = { deductions: nzRates.deductions.at(payDate), levy: nzRates.earnersLevy.at(payDate) }
  const paye = payeOf(gross, inputs)
  const levy = levyPart(gross, tables.levy.value.rate)
  if (inputs.kind === 'payroll_giving') {
    const credit = creditFor(figure(inputs, 'donation'), paye.minus(levy), tables, tracing())
    return { payroll_giving_tax_credit: show(credit) }
  }
  if (inputs.kind === 'child_support_maximum') {
    const maximum = childSupportMaximum(gross, paye.minus(levy), tables.deductions, tracing())
    return { paye: show(paye), levy: show(levy), maximum: show(maximum) }
  }
  const result = calculated(payFor(inputs))
  return {
    child_support_deduction: show(result.figures.childSupport),
    protected: `${result.childSupportCode === 'P'}`,
  }
}

function evaluateFullPay(inputs: GoldenMap): GoldenMap {
  const { figures: f } = calculated(payFor(inputs))
  return {
    paye: show(f.paye),
    extra_pay_tax: show(f.payeExtraPay),
    student_loan: show(f.nzStudentLoan),
    slcir: show(f.studentLoanCir),
    slbor: show(f.studentLoanBor),
    kiwisaver_employee: show(f.kiwisaverEmployee),
    esct: show(f.kiwisaverEsct),
    employer_net_contribution: show(f.kiwisaverEmployer.minus(f.kiwisaverEsct)),
    child_support: show(f.childSupport),
    payroll_giving_tax_credit: show(f.payrollGivingCredit),
    filed_gross: show(f.filedGross),
    filed_not_acc_liable: show(f.notLiableForAcc),
    filed_ess: show(f.filedEss),
    net_pay: show(f.net),
    net_pay_derived: show(f.net),
  }
}

function evaluateHolidays(inputs: GoldenMap): GoldenMap {
  const table = nzRates.holidays.at(civilDate('2026-10-01'))
  // No pay follows this Act yet, so its published examples check the figures in the file.
  const leaveAct = nzRates.employmentLeave.at(civilDate('2028-08-06')).value
  const trace = tracing()
  const kind = text(inputs, 'kind')
  if (kind === 'termination') {
    const weekly = figure(inputs, 'daily_rate').times('5')
    const weeks = figure(inputs, 'entitled_days').div(whole(5))
    const entitled = annualHolidayPay(weeks, weekly, ZERO, table, trace)
    const gross = figure(inputs, 'gross_since_anniversary').plus(entitled)
    const share = shareOfGross(gross, 's 25', table, trace)
    return { entitled_pay: show(entitled), eight_percent: show(share), total: show(entitled.plus(share)) }
  }
  if (kind === 'public holidays after end date') {
    const lastDay = civilDate(text(inputs, 'last_day'))
    const days = figure(inputs, 'entitled_days_left')
    const after = holidaysAfterLastDay(lastDay, days, workDaysFor(decimal('5')), { region: null }, nzRates)
    return { notional_last_day: after.notionalLastDay, public_holidays: after.dates }
  }
  if (kind === 'pay-as-you-go 8%') {
    const gross = figure(inputs, 'gross')
    const share = shareOfGross(gross, 's 28', table, trace)
    return { holiday_pay: show(share), total: show(gross.plus(share)) }
  }
  if (kind === 'OWP formula') {
    const facts = {
      agreed: ZERO,
      regular: ZERO,
      regularRows: '',
      regularPeriods: '',
      isFixed: false,
      grossFourWeeks: figure(inputs, 'gross_four_weeks'),
      irregular: figure(inputs, 'irregular_or_one_off'),
    }
    return { ordinary_weekly_pay: show(ordinaryWeeklyPay(facts, table, trace)) }
  }
  if (kind === 'AWE' || kind === 'greater of OWP and AWE') {
    const average = averageWeeklyEarnings(
      figure(inputs, 'gross_12_months'),
      whole(52),
      undefined,
      table,
      trace,
    )
    const ordinary = inputs.ordinary_weekly_pay === undefined ? ZERO : figure(inputs, 'ordinary_weekly_pay')
    return {
      average_weekly_earnings: show(average),
      annual_holiday_pay: show(annualHolidayPay(whole(1), ordinary, average, table, trace)),
    }
  }
  if (kind === 'ADP') {
    const average = averageDailyPay(figure(inputs, 'gross_52_weeks'), figure(inputs, 'days'), table, trace)
    return { average_daily_pay: show(average) }
  }
  if (kind === 'worked public holiday (s 50)') {
    const relevant = figure(inputs, 'relevant_daily_pay_for_time_worked')
    return { pay: show(publicHolidayWorkedPay(relevant, null, table, trace)) }
  }
  if (kind === 'sick leave carry-over') {
    const left = figure(inputs, 'days_left')
    const added = newSickDays(left, figure(inputs, 'new_entitlement'), table, trace)
    return { balance: left.plus(added).toString() }
  }
  if (kind.startsWith('Employment Leave Act annual leave')) {
    const hours = figure(inputs, 'standard_hours')
    return { accrued_hours: hours.times(leaveAct.annualLeavePerStandardHour).toString() }
  }
  const [hours, rate] = [figure(inputs, 'hours'), figure(inputs, 'hourly_rate')]
  return { payment: show(toCent(hours.times(rate).times(leaveAct.leaveCompensationRate))) }
}

function evaluateChecksum(inputs: GoldenMap): GoldenMap {
  const value = text(inputs, 'value')
  if (inputs.kind === 'ird_number') return { valid: `${checkIrdNumber(value) === null}` }
  if (inputs.kind === 'bank_account') return { valid: `${checkNzBankAccount(value) === null}` }
  if (inputs.kind === 'nzbn') return { valid: `${checkNzbn(value) === null}` }
  const code = readTaxCode(value)
  return {
    valid: `${code !== null}`,
    base: code?.code ?? 'none',
    has_student_loan: `${code?.hasStudentLoan ?? false}`,
  }
}

function evaluatePayday(inputs: GoldenMap, expected: GoldenMap): GoldenMap {
  const kind = text(inputs, 'kind')
  if (kind === 'EI due date') {
    return { due: employmentInformationDue(civilDate(text(inputs, 'payday')), nzRates) }
  }
  if (kind === 'payment due date') {
    const period = text(inputs, 'period')
    const month = partsOf(civilDate(`${period.slice(0, 7)}-01`))
    const half = period.length === 7 ? 'whole' : period.endsWith('/15') ? 'first' : 'second'
    return { due: payeDue(month, half, nzRates) }
  }
  if (kind === 'HEI2 header from DEI lines') return evaluateHeader(inputs, expected)
  if (kind === 'EIA2 amendment pair') return evaluateAmendment(inputs, expected)
  return evaluateDetails(inputs, expected)
}

/** The header and every line of a return, built from the facts in the printed lines. */
function evaluateHeader(inputs: GoldenMap, expected: GoldenMap): GoldenMap {
  const printed = readRecord(text(expected, 'header')).values
  const lines = list(inputs, 'lines')
  const facts = lines.map((line) => lineFactsOf(readRecord(line).values))
  const filer = {
    irdNumber: text(inputs, 'employer_ird'),
    contactName: printed.contact_name ?? '',
    contactPhone: printed.contact_phone ?? '',
    contactEmail: printed.contact_email ?? '',
    software: printed.package ?? '',
  }
  const built = buildReturn(filer, dateFrom(text(inputs, 'paydate')) as CivilDate, facts)
  const [header = '', ...rebuilt] = built.lines
  const differing = rebuilt.find((line, index) => line !== lines[index])
  if (differing) throw new Error(`a line is built as ${differing}`)
  const t = readRecord(header).values
  const named = (name: string) => t[name] ?? ''
  return {
    header,
    totals_cents: {
      total_employee_lines: named('employee_lines'),
      total_gross: named('gross'),
      total_prior_gross: named('prior_gross'),
      total_not_acc: named('not_liable_for_acc'),
      total_paye: named('paye'),
      total_prior_paye: named('prior_paye'),
      total_child_support: named('child_support'),
      total_student_loan: named('student_loan'),
      total_slcir: named('slcir'),
      total_slbor: named('slbor'),
      total_ks_deductions: named('kiwisaver_deductions'),
      total_ks_employer_net: named('kiwisaver_employer_net'),
      total_esct: named('esct'),
      total_deducted: named('deducted'),
      total_donation_credit: named('donation_credit'),
      total_family_tax_credit: named('family_tax_credit'),
      total_ess: named('ess'),
    },
  }
}

/** An amendment built from the facts of the two lines. Its header is the one printed in the sample file. */
function evaluateAmendment(inputs: GoldenMap, expected: GoldenMap): GoldenMap {
  const head = readRecord(text(inputs, 'header')).values
  const [filed, now] = list(expected, 'lines').map((line) => lineRecord(lineFactsOf(readRecord(line).values)))
  const filer = {
    irdNumber: head.employer_ird_number ?? '',
    contactName: head.contact_name ?? '',
    contactPhone: head.contact_phone ?? '',
    contactEmail: '',
    software: '',
  }
  const payDate = dateFrom(head.pay_date ?? '') as CivilDate
  const [header, ...lines] = buildAmendment(filer, payDate, [{ filed: filed ?? null, now: now ?? null }])
  return { header: header ?? '', lines }
}

const DETAIL_FIELDS: Readonly<Record<string, string>> = {
  first_name: 'first_name',
  last_name: 'last_name',
  start: 'start_date',
  kiwisaver_eligibility: 'kiwisaver_eligibility',
  kiwisaver_status: 'kiwisaver_status',
  exempt_income: 'exempt_income',
  opt_out: 'has_opted_out',
}

/**
 * The details of an employee, built from the case's facts. Facts that the case does not give are read from
 * the printed record.
 */
function evaluateDetails(inputs: GoldenMap, expected: GoldenMap): GoldenMap {
  const printed = readRecord(list(expected, 'lines')[0] ?? '').values
  const given = Object.fromEntries(
    Object.entries(DETAIL_FIELDS).map(([name, field]) => [field, text(inputs, name)]),
  )
  return {
    lines: [
      writeRecord('DED', { ...printed, ...given }),
      ...list(inputs, 'tax_codes').map((code) => writeRecord('TED', { tax_code: code })),
    ],
  }
}

const dateFrom = (date: string) => (date === '' ? null : date.replace(/^(....)(..)(..)$/, '$1-$2-$3'))

function lineFactsOf(record: FileRecord): LineFacts {
  const dollars = (name: string) => decimal(record[name] ?? '0').div(whole(100))
  return {
    irdNumber: record.ird_number ?? '',
    name: record.name ?? '',
    taxCode: record.tax_code ?? '',
    startDate: dateFrom(record.start_date ?? ''),
    finishDate: dateFrom(record.finish_date ?? ''),
    periodStart: dateFrom(record.period_start ?? '') ?? '',
    periodEnd: dateFrom(record.period_end ?? '') ?? '',
    payCycle: record.pay_cycle ?? '',
    hours: dollars('hours'),
    gross: dollars('gross'),
    priorGross: dollars('prior_gross'),
    notLiableForAcc: dollars('not_liable_for_acc'),
    isLumpSumAtLowRate: record.lump_sum_indicator === '1',
    paye: dollars('paye'),
    priorPaye: dollars('prior_paye'),
    childSupport: dollars('child_support'),
    childSupportCode: record.child_support_code || null,
    studentLoan: dollars('student_loan'),
    studentLoanCir: dollars('slcir'),
    studentLoanBor: dollars('slbor'),
    kiwisaverDeductions: dollars('kiwisaver_deductions'),
    kiwisaverEmployerNet: dollars('kiwisaver_employer_net'),
    esct: dollars('esct'),
    donationCredit: dollars('donation_credit'),
    familyTaxCredit: dollars('family_tax_credit'),
    ess: dollars('ess'),
  }
}

/** A whole pay as a full-pay, child support or RD 68 case describes it. */
function payFor(inputs: GoldenMap): NzPayInput {
  const payDate = dateOf(inputs)
  const base = nzPay()
  const ordinary = inputs.ordinary === undefined ? figure(inputs, 'gross') : figure(inputs, 'ordinary')
  const bonuses: NzPayInput['bonuses'][number][] = []
  if (inputs.extra_pay !== undefined) {
    bonuses.push(bonus(figure(inputs, 'extra_pay'), { taxAsNzExtraPay: true }))
  }
  if (inputs.ess !== undefined) {
    const withholdPaye = inputs.withhold_paye_on_ess === 'true'
    bonuses.push(bonus(figure(inputs, 'ess'), { isNzEss: true, withholdPaye }))
  }
  const deductions: NzPayInput['deductions'][number][] = []
  if (inputs.child_support_notice !== undefined) {
    deductions.push(deduction(figure(inputs, 'child_support_notice'), 'CHILD_SUPPORT_DEDUCTION'))
  }
  if (inputs.donation !== undefined) deductions.push(deduction(figure(inputs, 'donation'), 'CHARITY'))
  const isMember = inputs.employee_rate !== undefined
  return nzPay({
    payDate,
    // The service itself has no four-weekly period, but the published steps do.
    payPeriod: frequencyOf(inputs) as PayPeriod,
    periodEnd: payDate,
    hours: paidHours(ordinary),
    bonuses,
    deductions,
    tax: taxOf(inputs),
    studentLoan: loanFactsOf(inputs),
    kiwiSaver: {
      ...base.kiwiSaver,
      statusCode: isMember ? 'AK' : 'NK',
      employeeRate: isMember ? figure(inputs, 'employee_rate') : null,
      employerRate: isMember ? figure(inputs, 'employer_rate') : null,
      esctRate: inputs.esct_rate === undefined ? base.kiwiSaver.esctRate : figure(inputs, 'esct_rate'),
    },
    earlierPays: earlierPaysOf(inputs, ordinary, payDate),
    termination:
      inputs.holiday_pay_on_finishing === undefined
        ? null
        : {
            terminationDate: payDate,
            isManualLeaveAmounts: true,
            isPaymentInLieuPaid: false,
            paymentInLieuAmount: null,
            redundancyAmount: null,
            nonEtpAmount: figure(inputs, 'holiday_pay_on_finishing'),
            unusedHolidayAmount: null,
            unusedAltHolidayAmount: null,
            nzYtdTaxable: ZERO,
          },
  })
}

/** Pays that give the annualised income a case names, or the two periods before a final pay. */
function earlierPaysOf(inputs: GoldenMap, ordinary: Decimal, payDate: CivilDate): NzPayInput['earlierPays'] {
  if (inputs.annualised !== undefined) {
    const day = addDays(payDate, -14)
    const before = figure(inputs, 'annualised').div(whole(13)).minus(ordinary)
    return [{ payDate: day, periodEnd: day, ordinary: before }]
  }
  if (inputs.last_two_paid_periods === undefined) return []
  return figures(inputs, 'last_two_paid_periods').map((paid, index) => {
    const day = addDays(payDate, -7 * (index + 1))
    return { payDate: day, periodEnd: day, ordinary: paid }
  })
}

function payeOf(gross: Decimal, inputs: GoldenMap): Decimal {
  return payeOn(gross, taxOf(inputs), frequencyOf(inputs), tablesOn(dateOf(inputs)), tracing())
}

function loanOf(base: Decimal, isExtraPayAlone: boolean, inputs: GoldenMap) {
  return repayStudentLoan(
    loanFactsOf(inputs),
    {
      code: taxOf(inputs).code,
      frequency: frequencyOf(inputs),
      base,
      isExtraPayAlone,
      takenBefore: ZERO,
      cirTakenBefore: ZERO,
    },
    nzRates.studentLoan.at(dateOf(inputs)),
    tracing(),
  )
}

function loanFactsOf(inputs: GoldenMap): NzPayInput['studentLoan'] {
  const bor = inputs.slbor ?? inputs.slbor_requested
  return {
    hasLoan: readTaxCode(text(inputs, 'tax_code'))?.hasStudentLoan ?? false,
    specialRate: null,
    isOnEveryDollar: false,
    cirRate: inputs.slcir_rate === undefined ? null : figure(inputs, 'slcir_rate'),
    cirLeft: null,
    borAmount: typeof bor === 'string' ? decimal(bor) : null,
    borRate: null,
  }
}

function kiwiSaverOf(inputs: GoldenMap) {
  const rateOf = (key: string): Decimal | null => (inputs[key] === undefined ? null : figure(inputs, key))
  const payDate = dateOf(inputs)
  return contribute(
    {
      kiwiSaver: {
        ...nzPay().kiwiSaver,
        statusCode: 'AK',
        employeeRate: rateOf('employee_rate'),
        employerRate: rateOf('employer_rate'),
        esctRate: rateOf('esct_rate') ?? ZERO,
      },
      taxCode: 'M',
      dateOfBirth: civilDate('1985-05-05'),
      payDate,
      base: {
        earnings: figure(inputs, 'gross'),
        allowances: ZERO,
        bonuses: ZERO,
        backPayments: ZERO,
        termination: ZERO,
        sacrifices: ZERO,
      },
    },
    nzRates.kiwiSaver.at(payDate),
    tracing(),
  )
}

function tablesOn(payDate: CivilDate) {
  return {
    paye: nzRates.paye.at(payDate),
    flatCodes: nzRates.flatCodes.at(payDate),
    levy: nzRates.earnersLevy.at(payDate),
    schedular: () => nzRates.schedular.at(payDate),
  }
}

function taxOf(inputs: GoldenMap): NzPayInput['tax'] {
  const code = readTaxCode(text(inputs, 'tax_code'))?.code
  if (!code) throw new Error(`no tax code ${inputs.tax_code}`)
  return {
    code,
    certificateRate: inputs.certificate_rate === undefined ? null : figure(inputs, 'certificate_rate'),
    schedularRate: inputs.schedular_rate === undefined ? null : figure(inputs, 'schedular_rate'),
  }
}

function frequencyOf(inputs: GoldenMap): NzFrequency {
  return (inputs.pay_period ?? 'WEEKLY') as NzFrequency
}

function dateOf(inputs: GoldenMap): CivilDate {
  return civilDate(text(inputs, 'pay_date'))
}

function text(inputs: GoldenMap, key: string): string {
  const value = inputs[key]
  if (typeof value !== 'string') throw new Error(`${key} is missing`)
  return value
}

function figure(inputs: GoldenMap, key: string): Decimal {
  return decimal(text(inputs, key))
}

function list(inputs: GoldenMap, key: string): string[] {
  const value = inputs[key]
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : []
}

function figures(inputs: GoldenMap, key: string): Decimal[] {
  return list(inputs, key).map((entry) => decimal(entry))
}

function mapKeys(node: GoldenNode | undefined, evaluate: (key: string) => GoldenNode): GoldenMap {
  if (node === undefined || typeof node === 'string' || Array.isArray(node)) return {}
  return Object.fromEntries(Object.keys(node).map((key) => [key, evaluate(key)]))
}

function show(value: Decimal): string {
  return toCent(value).toFixed(2)
}

import { join } from 'node:path'
import type {
  AuState,
  EtpCode,
  TaxDeclaration,
  TerminationReason,
} from '../../src/countries/au/law/input/input.ts'
import { taxTreatmentCode } from '../../src/countries/au/law/input/tax-treatment.ts'
import { parseAuRates, type SuperDue } from '../../src/countries/au/law/rates/rates.ts'
import { underMaximum } from '../../src/countries/au/law/super/retirement.ts'
import { dueDate, holidayIn } from '../../src/countries/au/law/super/retirement-due.ts'
import { methodBi } from '../../src/countries/au/law/tax/back-payments.ts'
import {
  type MethodSteps,
  methodA,
  methodBii,
  type Tax,
} from '../../src/countries/au/law/tax/bonus-methods.ts'
import {
  extraPayAddition,
  medicareAdjustment,
  offsetPerPay,
  type TaxPeriod,
  weeklyX,
} from '../../src/countries/au/law/tax/tax-table.ts'
import {
  loanComponentOn,
  plainWithholdingOn,
  withholdingOn as untraced,
  type Withholder,
  withholderFor,
  withholdOnEarnings,
} from '../../src/countries/au/law/tax/withholder.ts'
import {
  capFor,
  hasPreservationAge,
  redundancyTaxFreeLimit,
  withholdOnEtp,
} from '../../src/countries/au/law/termination/etp.ts'
import { withholdOnUnusedLeave } from '../../src/countries/au/law/termination/leave-tax.ts'
import { paysLongService } from '../../src/countries/au/law/termination/long-service.ts'
import { checkAbn } from '../../src/identifiers/abn.ts'
import { checkAcn } from '../../src/identifiers/acn.ts'
import { checkTfn } from '../../src/identifiers/tfn.ts'
import { type CivilDate, civilDate, fromDayNumber } from '../../src/kernel/values/dates.ts'
import {
  allocate,
  type Decimal,
  decimal,
  notBelowZero,
  smaller,
  toCent,
  toDollarDown,
  toNearestDollar,
  ZERO,
} from '../../src/kernel/values/money.ts'
import { readRateFiles } from '../../src/load-rates.ts'
import { FIGURES_OF_THIS_PAY } from '../../src/payroll/sources.ts'
import { Trace } from '../../src/payroll/trace.ts'
import { SHOWN_ONLY, wrongSteps } from '../support/step-check.ts'
import type { GoldenMap, GoldenNode, Kinds } from './kinds.ts'

export const auRates = parseAuRates(readRateFiles(join(import.meta.dirname, '..', '..', 'rates', 'au')))

/**
 * The withheld amounts from the steps of a pay, which must show the calculation and agree with the figure
 * without steps.
 */
function withholdingOn(earnings: Decimal, by: Withholder): Decimal {
  return explained((trace) => {
    const amount = withholdOnEarnings(earnings, by, trace)
    if (!amount.eq(untraced(earnings, by)))
      throw new Error(`${amount} by steps, ${untraced(earnings, by)} without`)
    return amount
  })
}

/** A result whose steps have been checked. */
function explained<T>(calculate: (trace: Trace) => T): T {
  const trace = new Trace()
  const result = calculate(trace)
  const wrong = wrongSteps(trace.steps, SHOWN_ONLY.AU)
  if (wrong.length > 0) throw new Error(wrong.join('; '))
  return result
}

const SCALES: readonly string[] = ['1', '2', '3', '5', '6']

/** How each kind of Australian golden case is evaluated. */
export const auKinds: Kinds = {
  'au-checksums': checksums,
  'au-extra-pay': (inputs) => ({
    additional: show(
      extraPayAddition(
        figure(inputs.earnings),
        periodOf(inputs),
        auRates.extraPays.at(payDateOf(inputs)).value,
      ),
    ),
  }),
  'au-lsl': (inputs) => ({
    lsl_paid: paysLongService(
      auRates.longService.at(civilDate('2026-11-14')).value[text(inputs.state) as AuState],
      figure(inputs.service_years),
      text(inputs.reason) as TerminationReason,
      inputs.cessation === 'none' ? null : text(inputs.cessation),
    ).toString(),
  }),
  'au-medicare-adjustment': medicare,
  'au-schedule-1': schedule1,
  'au-schedule-8': schedule8,
  'au-schedule-9': schedule9,
  'au-schedule-5': schedule5,
  'au-schedule-7': schedule7,
  'au-schedule-11': schedule11,
  'au-schedule-15': schedule15,
  'au-stp-tax-treatment': treatment,
  'au-super': superannuation,
}

function checksums(inputs: GoldenMap): GoldenMap {
  if (inputs.tfn !== undefined) return { valid: (checkTfn(text(inputs.tfn)) === null).toString() }
  if (inputs.abn !== undefined) return { valid: (checkAbn(text(inputs.abn)) === null).toString() }
  return { valid: (checkAcn(text(inputs.acn)) === null).toString() }
}

function medicare(inputs: GoldenMap, expected: GoldenMap): GoldenMap {
  const table = auRates.schedule1.at(payDateOf(inputs)).value.medicareAdjustment
  if (!table) throw new Error('no Medicare levy adjustment table')
  const scale = inputs.scale === '6' ? 'scale-6' : 'scale-2'
  return Object.fromEntries(
    Object.keys(expected).map((key) => {
      const children = key === 'spouse_only' ? 0 : Number.parseInt(key.replace('children_', ''), 10)
      return [
        key,
        show(medicareAdjustment(figure(inputs.earnings), periodOf(inputs), scale, children, table)),
      ]
    }),
  )
}

function schedule1(inputs: GoldenMap, expected: GoldenMap): GoldenMap {
  const [earnings, period] = [figure(inputs.earnings), periodOf(inputs)]
  if (expected.weekly_x !== undefined) return { weekly_x: show(weeklyX(earnings, period)) }
  const tax = (declaration: TaxDeclaration) =>
    withholdingOn(earnings, withholderFor(declaration, payDateOf(inputs), period, auRates, ZERO))
  if (inputs.tfn === 'none') {
    return { withholding: show(tax(declarationFor('4', { isForeignResident: inputs.resident !== 'true' }))) }
  }
  if (inputs.scale === undefined) {
    return Object.fromEntries(
      Object.keys(expected).map((key) => [key, show(tax(declarationFor(key.replace('scale_', ''))))]),
    )
  }
  const before = tax(declarationFor(text(inputs.scale)))
  if (inputs.annual_tax_offset === undefined) return { withholding: show(before) }
  const annualTaxOffset = figure(inputs.annual_tax_offset)
  return {
    before_offset: show(before),
    offset: show(offsetPerPay(annualTaxOffset, period, auRates.taxOffsets.at(payDateOf(inputs)).value)),
    withholding: show(tax(declarationFor(text(inputs.scale), { annualTaxOffset }))),
  }
}

function schedule8(inputs: GoldenMap, expected: GoldenMap): GoldenMap {
  if (inputs.method === 'component') {
    const declaration = declarationFor(inputs.threshold_claimed === 'true' ? '2' : '1', {
      hasStudyLoan: true,
    })
    const by = withholderFor(declaration, payDateOf(inputs), periodOf(inputs), auRates, ZERO)
    return { stsl_component: show(loanComponentOn(figure(inputs.earnings), by)) }
  }
  return Object.fromEntries(
    Object.keys(expected).map((key) => {
      const declaration = declarationFor(key.replace('scale_', ''), { hasStudyLoan: true })
      const by = withholderFor(declaration, payDateOf(inputs), periodOf(inputs), auRates, ZERO)
      return [key, show(withholdingOn(figure(inputs.earnings), by))]
    }),
  )
}

const SENIORS = { single: 'SINGLE', illness_separated: 'ILLNESS_SEPARATED', couple: 'COUPLE' } as const

function schedule9(inputs: GoldenMap, expected: GoldenMap): GoldenMap {
  return Object.fromEntries(
    Object.keys(expected).map((key) => {
      const [, claim = '', exemption] = /^(.*?)(?:_(full|half))?$/.exec(key) ?? []
      const declaration = declarationFor('2', {
        seniors: SENIORS[claim as keyof typeof SENIORS],
        ...(exemption ? { medicareExemption: exemption === 'full' ? 'FULL' : 'HALF' } : {}),
        hasStudyLoan: inputs.stsl === 'true',
      })
      const by = withholderFor(declaration, payDateOf(inputs), periodOf(inputs), auRates, ZERO)
      return [key, show(withholdingOn(figure(inputs.earnings), by))]
    }),
  )
}

function schedule5(inputs: GoldenMap): GoldenMap {
  const period = periodOf(inputs)
  const divisor = { WEEKLY: 52, FORTNIGHTLY: 26, MONTHLY: 12, QUARTERLY: 4 }[period]
  const limit = auRates.schedule5.at(payDateOf(inputs)).value.limitRate
  const hasStudyLoan = inputs.stsl === 'true'
  const by = withholderFor(
    declarationFor(text(inputs.scale), { hasStudyLoan }),
    payDateOf(inputs),
    period,
    auRates,
    ZERO,
  )
  const tax: Tax = (earnings) => plainWithholdingOn(earnings, by)
  if (inputs.method === 'B(i)') {
    const affected = (inputs.affected_pays as GoldenMap[]).map((pay) => ({
      earnings: figure(pay.earnings),
      withheld: tax(figure(pay.earnings)),
      backPayment: figure(pay.back_payment),
      periodEnd: payDateOf(inputs),
      tax,
    }))
    const back = explained((trace) => methodBi(affected, {}, FIGURES_OF_THIS_PAY, trace))
    const current = tax(figure(inputs.current_gross))
    return {
      withholding_on_back_payment: show(back),
      withholding_on_current_pay: show(current),
      total_withholding: show(back.plus(current)),
    }
  }
  const additional = figure(inputs.additional)
  if (inputs.method === 'B(ii)') {
    const periods = figure(inputs.pay_periods_to_date)
    const average = toDollarDown(figure(inputs.normal_earnings_ytd_incl_current).div(periods))
    const earlier = { amount: figure(inputs.earlier_additional), withheld: figure(inputs.earlier_withheld) }
    const steps = methodBii(average, additional, earlier, divisor, tax, limit)
    return {
      average: show(average),
      step_7: show(steps.spread),
      step_8: show(steps.spread.minus(earlier.withheld)),
      withholding_on_additional: show(steps.withheld),
      total_withholding: show(steps.withheld.plus(tax(figure(inputs.current_gross)))),
    }
  }
  const normal = figure(inputs.gross)
  const onTax = methodA(normal, additional, divisor, tax, limit)
  if (!hasStudyLoan) {
    return {
      ...methodSteps(onTax),
      withholding_on_additional: show(onTax.withheld),
      total_withholding: show(onTax.normalTax.plus(onTax.withheld)),
    }
  }
  const onLoan = methodA(normal, additional, divisor, (earnings) => loanComponentOn(earnings, by), limit)
  return {
    tax: methodSteps(onTax),
    stsl_component: methodSteps(onLoan),
    total_withholding: show(withholdingOn(normal, by).plus(onTax.withheld).plus(onLoan.withheld)),
  }
}

function methodSteps(steps: MethodSteps): GoldenMap {
  return {
    step_2: show(steps.normalTax),
    step_3: show(steps.perPeriod),
    step_5: show(steps.raisedTax),
    step_7: show(steps.spread),
  }
}

function schedule7(inputs: GoldenMap): GoldenMap {
  if (inputs.days_total !== undefined) {
    const before = figure(inputs.days_before_18_aug_1993)
    const parts = allocate(figure(inputs.unused_annual_leave), [
      before,
      figure(inputs.days_total).minus(before),
    ])
    return {
      pre_18_aug_1993: show(toNearestDollar(parts[0] ?? ZERO)),
      post_17_aug_1993: show(toNearestDollar(parts[1] ?? ZERO)),
    }
  }
  const payDate = payDateOf(inputs)
  const period = inputs.period === undefined ? 'WEEKLY' : periodOf(inputs)
  const by = withholderFor(declarationFor(text(inputs.scale ?? '2')), payDate, period, auRates, ZERO)
  const table = auRates.schedule7.at(payDate)
  const optional = (key: string) => (inputs[key] === undefined ? ZERO : figure(inputs[key]))
  const leave = {
    annual: optional('unused_annual_leave').plus(optional('unused_leave_post_aug_1993')),
    annualPreAugust1993: optional('unused_annual_leave_pre_aug_1993'),
    lslPreAugust1978: optional('lsl_pre_aug_1978'),
    lslAugust1978ToAugust1993: optional('lsl_aug_1978_to_aug_1993'),
    lslPostAugust1993: optional('lsl_post_aug_1993'),
    other: ZERO,
  }
  const reason = text(inputs.reason) as TerminationReason
  const tax = explained((trace) =>
    withholdOnUnusedLeave(leave, { reason, normalGross: optional('normal_gross'), by, table, trace }),
  )
  return {
    marginal_part: show(tax.marginal),
    flat_part: show(tax.flat),
    unrounded: show(toCent(tax.flatAmount.times(table.value.flatRate))),
    withholding: show(tax.total),
  }
}

function schedule11(inputs: GoldenMap): GoldenMap {
  if (inputs.redundancy_amount !== undefined) {
    const caps = auRates.etpCaps.at(civilDate(`${text(inputs.income_year).slice(0, 4)}-07-01`)).value
    const limit = redundancyTaxFreeLimit({
      base: caps.redundancyBase,
      perYear: caps.redundancyPerYear,
      years: figure(inputs.completed_years),
    })
    const free = smaller(limit, figure(inputs.redundancy_amount))
    return {
      tax_free_limit: show(limit),
      lump_sum_d: show(free),
      code_r_taxable: show(figure(inputs.redundancy_amount).minus(free)),
    }
  }
  const payDate = civilDate(text(inputs.payment_date ?? '2026-07-01'))
  const rates = auRates.etpRates.at(payDate).value
  const caps = auRates.etpCaps.at(payDate).value
  const code = text(inputs.code) as EtpCode
  const others = inputs.other_taxable_payments === undefined ? ZERO : figure(inputs.other_taxable_payments)
  const cap = capFor(code, {
    etpCap: inputs.etp_cap_available === undefined ? caps.etpCap : figure(inputs.etp_cap_available),
    wholeOfIncomeCap: notBelowZero(caps.wholeOfIncomeCap.minus(others)),
  })
  const isPreserved =
    inputs.date_of_birth !== undefined
      ? hasPreservationAge(civilDate(text(inputs.date_of_birth)), payDate, rates)
      : inputs.age !== undefined
        ? figure(inputs.age).gte(figure(inputs.preservation_age))
        : inputs.at_or_over_preservation_age === 'true'
  const by = withholderFor(
    declarationFor(inputs.tfn === 'false' ? '4' : '2'),
    payDate,
    'WEEKLY',
    auRates,
    ZERO,
  )
  const tax = withholdOnEtp(figure(inputs.taxable_component), code, cap, isPreserved, by, rates)
  return { withholding: show(tax.make(tax.inputs)) }
}

function schedule15(inputs: GoldenMap, expected: GoldenMap): GoldenMap {
  const period = inputs.period === undefined ? 'WEEKLY' : periodOf(inputs)
  const tax = (payDate: CivilDate, paidBefore: Decimal, change: Partial<TaxDeclaration> = {}) =>
    withholdingOn(
      figure(inputs.payment),
      withholderFor(
        declarationFor('2', { isWorkingHolidayMaker: true, isEmployerRegistered: true, ...change }),
        payDate,
        period,
        auRates,
        paidBefore,
      ),
    )
  if (inputs.pays !== undefined) {
    const payDate = civilDate(`${text(inputs.income_year).slice(0, 4)}-07-15`)
    const pays = Number.parseInt(text(inputs.pays), 10)
    const list: Decimal[] = []
    let paid = ZERO
    for (let pay = 0; pay < pays; pay++) {
      list.push(tax(payDate, paid))
      paid = paid.plus(figure(inputs.payment))
    }
    return {
      withholding_by_pay: list.map(show),
      total: show(list.reduce((total, amount) => total.plus(amount), ZERO)),
    }
  }
  if (inputs.prior_ytd !== undefined) {
    const change = inputs.tfn === 'false' ? { tfn: 'NOT_QUOTED' as const } : {}
    return { withholding: show(tax(civilDate('2026-07-01'), figure(inputs.prior_ytd), change)) }
  }
  return Object.fromEntries(
    Object.keys(expected).map((key) => {
      if (key === 'no_tfn') return [key, show(tax(payDateOf(inputs), ZERO, { tfn: 'NOT_QUOTED' }))]
      if (key === 'unregistered_employer') {
        return [key, show(tax(payDateOf(inputs), ZERO, { isEmployerRegistered: false }))]
      }
      return [key, show(tax(payDateOf(inputs), decimal(key.replace('prior_ytd_', ''))))]
    }),
  )
}

function treatment(inputs: GoldenMap): GoldenMap {
  const exemption = inputs.medicare_exemption
  return {
    tax_treatment_code: taxTreatmentCode({
      isTfnQuoted: inputs.tfn !== '000000000',
      isForeignResident: inputs.foreign === 'true',
      claimsTaxFreeThreshold: inputs.threshold === 'true',
      hasStudyLoan: inputs.stsl === 'true',
      isWorkingHolidayMaker: inputs.whm === 'true',
      isEmployerRegistered: inputs.employer_registered === 'true',
      ...(inputs.seniors === undefined
        ? {}
        : { seniors: SENIORS[text(inputs.seniors) as keyof typeof SENIORS] }),
      ...(inputs.horticulture === 'true' ? { specialTable: 'HORTICULTURE_SHEARING' as const } : {}),
      ...(exemption === undefined
        ? {}
        : { medicareExemption: exemption === 'full' ? ('FULL' as const) : ('HALF' as const) }),
      ...(inputs.children === undefined
        ? {}
        : { medicareAdjustment: { children: Number.parseInt(text(inputs.children), 10) } }),
    }),
  }
}

function superannuation(inputs: GoldenMap): GoldenMap {
  if (inputs.paydays !== undefined) return paydayDueDates(inputs)
  if (inputs.quarter !== undefined) {
    const payDate = civilDate('2025-07-15')
    const counted = underMaximum({
      base: figure(inputs.ote),
      maximum: auRates.superMaximum.at(payDate).value.amount,
      before: ZERO,
    })
    return {
      base_counted: show(counted),
      sg: show(toCent(counted.times(auRates.superRate.at(payDate).value.rate))),
      due: dueDate(payDate, auRates.superDue.at(payDate).value, {}, isNationalHoliday),
    }
  }
  const payDate = payDateOf(inputs)
  const law = auRates.superRate.at(payDate).value
  const maximum = auRates.superMaximum.at(payDate).value.amount
  if (inputs.ote !== undefined) {
    const base = figure(inputs.ote)
      .plus(figure(inputs.commission_outside_ordinary_hours))
      .plus(figure(inputs.salary_sacrificed_ote))
    return {
      qualifying_earnings: show(base),
      sg: show(toCent(underMaximum({ base, maximum, before: ZERO }).times(law.rate))),
      due: dueDate(payDate, auRates.superDue.at(payDate).value, {}, isNationalHoliday),
    }
  }
  const isMinor = inputs.age !== undefined && figure(inputs.age).lt(decimal('18'))
  const owed = !isMinor || figure(inputs.hours_in_week).gt(law.under18HoursPerWeek)
  const before = inputs.qe_ytd_before === undefined ? ZERO : figure(inputs.qe_ytd_before)
  const counted = owed ? underMaximum({ base: figure(inputs.qe), maximum, before }) : ZERO
  return { qe_counted: show(counted), sg: show(toCent(counted.times(law.rate))) }
}

function paydayDueDates(inputs: GoldenMap): GoldenMap {
  const holidays = inputs.public_holidays as string[]
  const rule: SuperDue = auRates.superDue.at(civilDate('2026-07-01')).value
  const isHoliday = (day: number) => holidays.includes(fromDayNumber(day))
  const isFirst = inputs.first_contribution_on_first === 'true' || inputs.new_fund_on_first === 'true'
  const due: CivilDate[] = []
  const usual: CivilDate[] = []
  for (const [index, payday] of (inputs.paydays as string[]).entries()) {
    const extended = isFirst && index > 0 ? due[0] : undefined
    const settings = {
      isFirstContribution: isFirst && index === 0,
      ...(extended === undefined ? {} : { extendedDueDate: extended }),
    }
    due.push(dueDate(civilDate(payday), rule, settings, isHoliday))
    usual.push(dueDate(civilDate(payday), rule, {}, isHoliday))
  }
  return { due, usual_due_of_second: usual[1] ?? '' }
}

const isNationalHoliday = holidayIn(auRates.holidays)

/** A declaration that gives this scale. */
export function declarationFor(scale: string, change: Partial<TaxDeclaration> = {}): TaxDeclaration {
  if (scale !== '4' && !SCALES.includes(scale)) throw new Error(`no scale ${scale}`)
  return {
    tfn: scale === '4' ? 'NOT_QUOTED' : 'QUOTED',
    declarationDate: null,
    isForeignResident: scale === '3',
    claimsTaxFreeThreshold: scale !== '1',
    hasStudyLoan: false,
    isWorkingHolidayMaker: false,
    isEmployerRegistered: false,
    ...(scale === '5' ? { medicareExemption: 'FULL' as const } : {}),
    ...(scale === '6' ? { medicareExemption: 'HALF' as const } : {}),
    ...change,
  }
}

function payDateOf(inputs: GoldenMap): CivilDate {
  return civilDate(text(inputs.pay_date))
}

function periodOf(inputs: GoldenMap): TaxPeriod {
  return text(inputs.period).toUpperCase() as TaxPeriod
}

function figure(node: GoldenNode | undefined): Decimal {
  return decimal(text(node))
}

function text(node: GoldenNode | undefined): string {
  if (typeof node !== 'string') throw new Error(`${JSON.stringify(node)} is not a text`)
  return node
}

function show(value: Decimal): string {
  return value.toFixed()
}

import { totalFacts } from '../../../payroll/amounts.ts'
import type { EndedService } from '../../../payroll/employments.ts'
import { COMMON_FACTS, type FactsOf, sayVersion, storedFacts, taxShareFacts } from '../../../payroll/facts.ts'
import {
  amount,
  count,
  day,
  flag,
  list,
  maybe,
  members,
  optional,
  text,
  word,
} from '../../../payroll/stored.ts'
import { PAY_PERIODS } from '../../../payroll/words.ts'
import { NO_OTHER_PAYS } from './history/other-pays.ts'
import { AU_AMOUNTS } from './input/amounts.ts'
import type { EarlierTerms, LaterRate } from './input/earlier-terms.ts'
import { terminationFacts } from './input/ending-facts.ts'
import type {
  AuLeaveBalances,
  AuPayInput,
  AuYearToDate,
  EarlierPay,
  ExpectedWages,
  Extra,
  FullPay,
  LaterPeriod,
  LeaveSettings,
  OtherDeclaration,
  OtherPays,
  SuperSettings,
  TaxDeclaration,
  TaxVariation,
  WeekWorked,
} from './input/input.ts'
import {
  AU_STATES,
  MEDICARE_EXEMPTIONS,
  SENIORS_CLAIMS,
  SPECIAL_TAX_TABLES,
  SUPER_BASES,
  SURCHARGE_TIERS,
} from './input/words.ts'

/* The stored facts of an Australian pay. A missing member is a compile error. */

const declaration = members<TaxDeclaration>({
  tfn: word('QUOTED', 'NOT_QUOTED', 'PENDING', 'UNDER_18', 'PENSIONER'),
  declarationDate: maybe(day),
  isForeignResident: flag,
  claimsTaxFreeThreshold: flag,
  hasStudyLoan: flag,
  isWorkingHolidayMaker: flag,
  isEmployerRegistered: flag,
  medicareExemption: optional(word(...MEDICARE_EXEMPTIONS)),
  seniors: optional(word(...SENIORS_CLAIMS)),
  medicareAdjustment: optional(members<{ children: number }>({ children: count })),
  annualTaxOffset: optional(amount),
  hasAskedForExtraPayWithholding: optional(flag),
  extraWithholding: optional(amount),
  surcharge: optional(word(...SURCHARGE_TIERS)),
  specialTable: optional(word(...SPECIAL_TAX_TABLES)),
  variation: optional(
    members<TaxVariation>({
      rate: optional(amount),
      amount: optional(amount),
      from: maybe(day),
      to: maybe(day),
    }),
  ),
})

/** The declaration in the stored facts of another pay. Its members are the same in all versions. */
export const declarationIn = (facts: { declaration?: unknown }): TaxDeclaration =>
  declaration(facts.declaration, 'facts.declaration')

const superannuation = members<SuperSettings>({
  isEnabled: flag,
  rate: maybe(amount),
  compulsoryRate: maybe(amount),
  isAgeThresholdEnabled: flag,
  basedOn: word(...SUPER_BASES),
  isGuaranteeFirst: optional(flag),
  isFirstContribution: optional(flag),
  extendedDueDate: optional(day),
  nextRegularPayday: optional(day),
})

const leaveSettings = members<LeaveSettings>({
  isEnabled: flag,
  isLslEnabled: flag,
  includeLoadingInSuper: flag,
  accrueOnHoursWorked: flag,
  accrueOnOvertimeHours: flag,
  holidayPerHour: maybe(amount),
  sickPerHour: maybe(amount),
  lslPerHour: maybe(amount),
  holidayDaysPerYear: maybe(amount),
  sickDaysPerYear: maybe(amount),
  lslYears: maybe(amount),
  lslWeeks: maybe(amount),
  loadingPercentage: amount,
  workersCompPerHour: amount,
  paidParentalPerHour: amount,
  isPeriodEarned: optional(flag),
  isSalaryService: optional(flag),
})

const leaveBalances = members<AuLeaveBalances>({
  holiday: amount,
  sick: amount,
  lsl: amount,
  rdo: amount,
  toil: amount,
})

const yearToDate = members<AuYearToDate>({
  ...totalFacts(AU_AMOUNTS, 'year'),
  // Every stored pay has it.
  taxableGross: amount,
  tax: amount,
  superBaseInYear: amount,
  superBaseInQuarter: amount,
  contributions: optional(amount),
  superBaseFromGross: optional(amount),
  extras: members<AuYearToDate['extras']>({ amount, tax: amount, studyLoan: amount }),
})

const PAID_SUPER = {
  superBase: amount,
  superBaseCounted: amount,
  compulsorySuper: amount,
  aboveCompulsorySuper: amount,
}

const OTHER_DECLARATIONS = {
  underOtherDeclaration: optional(amount),
  otherDeclarations: optional(
    list(members<OtherDeclaration>({ before: amount, taxable: amount, isAfterThis: optional(flag) })),
  ),
}

const otherPays = members<OtherPays>({
  lastPayDate: optional(day),
  taxable: amount,
  tax: amount,
  ...OTHER_DECLARATIONS,
  hasWages: flag,
  leaveHours: optional(amount),
  extras: list(
    members<Extra>({
      description: text,
      amount,
      taxMethod: word(
        'METHOD_A_WHOLE_YEAR',
        'METHOD_A_SPECIFIC_RANGE',
        'METHOD_B1',
        'METHOD_B2',
        'SPREAD_OVER_FINANCIAL_YEAR',
        'SPREAD_OVER_SPECIFIC_RANGE',
      ),
      startDate: maybe(day),
      endDate: maybe(day),
    }),
  ),
  extrasTaxed: amount,
  sacrifices: amount,
  extrasSacrificed: optional(amount),
  extraTax: amount,
  extraStudyLoan: amount,
  methodB2: members<OtherPays['methodB2']>({ amount, tax: amount, studyLoan: amount }),
  net: amount,
  childSupport: amount,
  ...PAID_SUPER,
  superByPay: optional(
    list(members<NonNullable<OtherPays['superByPay']>[number]>({ payDate: day, ...PAID_SUPER })),
  ),
  unpaidHours: optional(amount),
  ordinaryHours: optional(amount),
  weeks: optional(list(members<WeekWorked>({ week: count, hours: amount, earned: amount }))),
})

const earlierPay = members<EarlierPay>({
  payDate: day,
  periodStart: day,
  periodEnd: day,
  payPeriod: optional(word(...PAY_PERIODS)),
  declaration: optional(declaration),
  taxable: amount,
  tax: amount,
  spread: optional(amount),
  backPay: optional(amount),
})

const EMPLOYMENT_STATUS = word('FULL_TIME', 'PART_TIME', 'CASUAL', 'LABOUR_HIRE')

const facts = members<FactsOf<AuPayInput>>({
  ...COMMON_FACTS,
  declaration,
  isSuperOnlyContractor: flag,
  dateOfBirth: maybe(day),
  startDate: day,
  diedOn: optional(day),
  endedOn: optional(day),
  isExtraSacrificedFirst: optional(flag),
  earlierService: optional(list(members<EndedService>({ start: day, end: day }))),
  state: maybe(word(...AU_STATES)),
  employmentStatus: EMPLOYMENT_STATUS,
  superannuation,
  leaveSettings,
  earlierTerms: optional(
    list(
      members<EarlierTerms>({
        to: day,
        state: maybe(word(...AU_STATES)),
        employmentStatus: EMPLOYMENT_STATUS,
        hoursPerDay: amount,
        daysPerWeek: amount,
        leaveSettings,
      }),
    ),
  ),
  laterRates: optional(list(members<LaterRate>({ from: day, ratePerHour: amount }))),
  leaveBalances,
  yearToDate,
  earlierPays: list(earlierPay),
  otherPays,
  laterPeriods: optional(
    list(members<LaterPeriod>({ periodEnd: day, taxable: amount, tax: amount, ...OTHER_DECLARATIONS })),
  ),
  expectedWages: optional(
    members<ExpectedWages>({ amount, periodEnd: maybe(day), paidBy: optional(word(...PAY_PERIODS)) }),
  ),
  lastFullPay: maybe(
    members<FullPay>({
      periodEnd: day,
      taxable: amount,
      hours: amount,
      paidBy: optional(word(...PAY_PERIODS)),
    }),
  ),
  isRateFromPays: optional(flag),
  isWorkersCompensationPay: flag,
  termination: maybe(terminationFacts),
  violenceLeaveHours: optional(amount),
  hoursInPeriod: optional(amount),
  childSupportProtectedEarnings: optional(amount),
  taxShare: optional(taxShareFacts),
})

const NO_AMOUNT = '0'

/** Version 3 stores the other pays of the period as one sum, and the last full pay with its period. */
function seeOtherPays(stored: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { earlierInPeriod, lastFullPayGross, ...rest } = stored
  const { periodEnd } = rest
  const none: Record<string, unknown> = JSON.parse(JSON.stringify(NO_OTHER_PAYS))
  return {
    ...rest,
    otherPays: { ...none, ...Object(earlierInPeriod) },
    lastFullPay:
      lastFullPayGross === null || lastFullPayGross === undefined
        ? null
        : { periodEnd, taxable: lastFullPayGross, hours: NO_AMOUNT },
  }
}

export const auFacts = storedFacts<AuPayInput>(facts, [sayVersion, seeOtherPays])

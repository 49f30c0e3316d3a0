import type { Decimal } from '../../../../kernel/values/money.ts'
import type { RateFile } from '../../../../payroll/rates/node.ts'
import { RateTables } from '../../../../payroll/rates/tables.ts'
import type { Timeline } from '../../../../payroll/rates/timeline.ts'
import type { FlatCode } from '../input/words.ts'
import * as read from './rate-tables.ts'

export type * from './rate-tables.ts'

/** Every New Zealand table, each as a timeline. */
export type NzRates = {
  paye: Timeline<read.PayeTable>
  flatCodes: Timeline<Readonly<Record<FlatCode, Decimal>>>
  combinedFlatRates: Timeline<Readonly<Record<FlatCode, Decimal>>>
  earnersLevy: Timeline<read.EarnersLevy>
  cashSettledEssIsLevyLiable: Timeline<boolean>
  studentLoan: Timeline<read.StudentLoanRates>
  kiwiSaver: Timeline<read.KiwiSaverRates>
  esct: Timeline<readonly read.RateBand[]>
  extraPay: Timeline<read.ExtraPayTable>
  schedular: Timeline<read.SchedularTable>
  deductions: Timeline<read.DeductionRates>
  accidents: Timeline<read.AccidentRates>
  minimumWage: Timeline<read.MinimumWageRates>
  holidays: Timeline<read.HolidayRates>
  employmentLeave: Timeline<read.EmploymentLeaveRates>
  paydayDates: Timeline<read.PaydayDates>
  publicHolidays: Timeline<read.PublicHolidayDays>
}

/** Reads and checks every New Zealand rate file. Throws for an invalid, missing or unknown file, with its path and the reason. */
export function parseNzRates(files: readonly RateFile[]): NzRates {
  const of = new RateTables('nz', files)
  const rates: NzRates = {
    paye: of.table('paye', 'PAYE', read.readPaye),
    flatCodes: of.table('flat-codes', 'flat tax code', read.readFlatCodes),
    combinedFlatRates: of.table('combined-flat-rates', 'combined flat rate', read.readFlatCodes),
    earnersLevy: of.table('earners-levy', "earners' levy", read.readLevy),
    cashSettledEssIsLevyLiable: of.table('cash-settled-ess-levy', 'share scheme levy', read.readEssLevy),
    studentLoan: of.table('student-loan', 'student loan', read.readStudentLoan),
    kiwiSaver: of.table('kiwisaver', 'KiwiSaver', read.readKiwiSaver),
    esct: of.table('esct', 'ESCT', read.readEsct),
    extraPay: of.table('extra-pay', 'extra pay', read.readExtraPay),
    schedular: of.table('schedular-payments', 'schedular payment', read.readSchedular),
    deductions: of.table('deductions', 'deduction', read.readDeductions),
    accidents: of.table('accident-compensation', 'accident compensation', read.readAccidents),
    minimumWage: of.table('minimum-wage', 'minimum wage', read.readMinimumWage),
    holidays: of.table('holidays', 'Holidays Act', read.readHolidays),
    employmentLeave: of.table('employment-leave', 'Employment Leave Act', read.readEmploymentLeave),
    paydayDates: of.table('payday-dates', 'payday filing date', read.readPaydayDates),
    publicHolidays: of.table('public-holidays', 'public holiday', read.readPublicHolidays),
  }
  of.refuseUnknown()
  return rates
}

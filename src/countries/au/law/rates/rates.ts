import { type CivilDate, dayNumber } from '../../../../kernel/values/dates.ts'
import { type RateFile, RateFileError } from '../../../../payroll/rates/node.ts'
import { RateTables } from '../../../../payroll/rates/tables.ts'
import type { Timeline } from '../../../../payroll/rates/timeline.ts'
import type { AuState } from '../input/words.ts'
import * as employment from './employment-tables.ts'
import { type PayrollTaxRule, readPayrollTax } from './payroll-tax.ts'
import * as read from './rate-tables.ts'

export type { Band } from '../../../../payroll/rates/bands.ts'
export type * from './employment-tables.ts'
export type * from './rate-tables.ts'

/** Holidays as day numbers, with the first and last day that the calendar covers. */
export type HolidayCalendar = { first: number; last: number; days: ReadonlySet<number> }

/** Every Australian rate table, with its versions over time. */
export type AuRates = {
  schedule1: Timeline<read.Schedule1>
  taxOffsets: Timeline<read.TaxOffsets>
  extraPays: Timeline<read.ExtraPays>
  schedule2: Timeline<read.Schedule2>
  schedule3: Timeline<read.Schedule3>
  palm: Timeline<read.PalmRate>
  surcharge: Timeline<read.Surcharge>
  schedule4: Timeline<read.FlatRate>
  schedule5: Timeline<read.Schedule5>
  schedule7: Timeline<read.Schedule7>
  schedule8: Timeline<read.Schedule8>
  schedule9: Timeline<read.Schedule9>
  etpCaps: Timeline<read.EtpCaps>
  etpRates: Timeline<read.EtpRates>
  schedule15: Timeline<read.Schedule15>
  superRate: Timeline<employment.SuperRate>
  superMaximum: Timeline<employment.SuperMaximum>
  superDue: Timeline<employment.SuperDue>
  paygDue: Timeline<employment.PaygDue>
  /** Payroll tax of each state and territory. */
  payrollTax: Timeline<Readonly<Record<AuState, PayrollTaxRule>>>
  minimumWage: Timeline<employment.MinimumWage>
  concessionalCap: Timeline<employment.ConcessionalCap>
  fringeBenefits: Timeline<employment.FringeBenefits>
  violenceLeave: Timeline<employment.ViolenceLeave>
  portableLongService: Timeline<employment.Levies>
  leaveStandards: Timeline<employment.LeaveStandards>
  longService: Timeline<Readonly<Record<AuState, employment.LongServiceState>>>
  compensationLeave: Timeline<employment.CompensationLeave>
  longServiceBridging: Timeline<Readonly<Record<AuState, employment.BridgedGap>>>
  tfnRules: Timeline<employment.TfnRules>
  stpDates: Timeline<employment.StpDates>
  childSupportDue: Timeline<employment.ChildSupportDue>
  casualConversion: Timeline<employment.CasualConversion>
  informationStatements: Timeline<employment.StatementDays>
  /** The weekly amount that a child support deduction must leave. */
  protectedEarnings: Timeline<employment.ProtectedEarnings>
  /** Whole-day public holidays that cover a whole state or territory. */
  holidays: HolidayCalendar
}

/**
 * Reads and validates every Australian rate file. An invalid, missing or unknown file throws an error with its path and the
 * reason.
 */
export function parseAuRates(files: readonly RateFile[]): AuRates {
  const of = new RateTables('au', files)
  const rates: AuRates = {
    schedule1: of.table('payg-schedule-1', 'Schedule 1', read.readSchedule1),
    taxOffsets: of.table('payg-tax-offsets', 'tax offset', read.readTaxOffsets),
    extraPays: of.table('payg-extra-pays', '53 or 27 pays', read.readExtraPays),
    schedule2: of.table('payg-schedule-2', 'Schedule 2', read.readSchedule2),
    schedule3: of.table('payg-schedule-3', 'Schedule 3', read.readSchedule3),
    palm: of.table('payg-palm', 'PALM scheme', read.readPalm),
    surcharge: of.table('medicare-levy-surcharge', 'Medicare levy surcharge', read.readSurcharge),
    schedule4: of.table('payg-schedule-4', 'Schedule 4', read.readSchedule4),
    schedule5: of.table('payg-schedule-5', 'Schedule 5', read.readSchedule5),
    schedule7: of.table('payg-schedule-7', 'Schedule 7', read.readSchedule7),
    schedule8: of.table('payg-schedule-8', 'Schedule 8', read.readSchedule8),
    schedule9: of.table('payg-schedule-9', 'Schedule 9', read.readSchedule9),
    etpCaps: of.table('payg-schedule-11-caps', 'Schedule 11 caps', read.readEtpCaps),
    etpRates: of.table('payg-schedule-11-rates', 'Schedule 11', read.readEtpRates),
    schedule15: of.table('payg-schedule-15', 'Schedule 15', read.readSchedule15),
    superRate: of.table('super-guarantee-rate', 'super guarantee', employment.readSuperRate),
    superMaximum: of.table('super-maximum-base', 'maximum super base', employment.readSuperMaximum),
    superDue: of.table('super-due-date', 'super due date', employment.readSuperDue),
    paygDue: of.table('payg-due-date', 'PAYG due date', employment.readPaygDue),
    payrollTax: of.table('payroll-tax', 'payroll tax', readPayrollTax),
    minimumWage: of.table('national-minimum-wage', 'national minimum wage', employment.readMinimumWage),
    concessionalCap: of.table('concessional-cap', 'concessional cap', employment.readConcessionalCap),
    fringeBenefits: of.table('fringe-benefits', 'fringe benefits', employment.readFringeBenefits),
    violenceLeave: of.table(
      'family-violence-leave',
      'family and domestic violence leave',
      employment.readViolenceLeave,
    ),
    portableLongService: of.table('portable-long-service', 'portable leave levy', employment.readLevies),
    leaveStandards: of.table('leave-standards', 'leave standards', employment.readLeaveStandards),
    longService: of.table('long-service-leave', 'long service leave', employment.readLongService),
    compensationLeave: of.table(
      'workers-compensation-leave',
      'leave during workers compensation',
      employment.readCompensationLeave,
    ),
    longServiceBridging: of.table('long-service-bridging', 'gap of long service', employment.readBridging),
    tfnRules: of.table('tfn-declaration', 'tax file number declaration', employment.readTfnRules),
    stpDates: of.table('stp-dates', 'Single Touch Payroll day', employment.readStpDates),
    childSupportDue: of.table('child-support-due-date', 'child support due', employment.readChildSupportDue),
    casualConversion: of.table('casual-conversion', 'casual conversion', employment.readCasualConversion),
    informationStatements: of.table('information-statements', 'statement', employment.readStatementDays),
    protectedEarnings: of.table(
      'child-support-protected-earnings',
      'child support protected earnings',
      employment.readProtectedEarnings,
    ),
    holidays: calendarOf(of.table('public-holidays', 'public holiday', employment.readHolidays)),
  }
  of.table('income-tax-annual', 'annual income tax', read.readAnnualTax)
  of.refuseUnknown()
  return rates
}

function calendarOf({ entries }: Timeline<CivilDate[]>): HolidayCalendar {
  const [first, last] = [entries[0], entries.at(-1)]
  if (!first || !last?.to) throw new RateFileError('rates/au/public-holidays: the last year has no end')
  const days = new Set(entries.flatMap((year) => year.value.map(dayNumber)))
  return { first: dayNumber(first.from), last: dayNumber(last.to), days }
}

import { type CivilDate, dayNumber, daysBetween } from '../dates.ts'
import { type Dated, type RateFile, Timeline } from '../rates.ts'
import { datedFile, decimalAt, flagAt, listAt, mapAt, RateFileError, type RateMap } from './rate-node.ts'
import {
  readDays,
  readEtpRates,
  readExtraPays,
  readLongService,
  readResidency,
  readSchedule1,
  readSchedule8,
  readSuperDue,
  readTaxOffsets,
  readTfnRules,
} from './rate-readers.ts'
import type { AuRates, HolidayCalendar } from './rate-types.ts'

export type { Band } from './rate-node.ts'
export type * from './rate-types.ts'

/** Reads and checks every Australian rate file; a bad one throws with its path and the reason. */
export function parseAuRates(files: readonly RateFile[]): AuRates {
  const rest = new Set(files)
  const table = <T>(folder: string, name: string, read: (data: RateMap) => T): Timeline<T> => {
    const own = files.filter((file) => file.path.replace(/^au\//, '').startsWith(`${folder}/`))
    if (own.length === 0) throw new RateFileError(`${folder}: there is no rate file`)
    for (const file of own) rest.delete(file)
    return timelineOf(name, own, read)
  }
  const hasProtected = files.some((file) => file.path.includes('child-support-protected-earnings/'))
  const rates: AuRates = {
    schedule1: table('payg-schedule-1', 'Schedule 1', readSchedule1),
    taxOffsets: table('payg-tax-offsets', 'tax offset', readTaxOffsets),
    extraPays: table('payg-extra-pays', '53 or 27 pays', (data) => ({
      weekly: readExtraPays(data, 'weekly'),
      fortnightly: readExtraPays(data, 'fortnightly'),
    })),
    schedule4: table('payg-schedule-4', 'Schedule 4', (data) => ({
      rate: decimalAt(data, 'rate'),
      noTfn: readResidency(data, 'no_tfn'),
    })),
    schedule5: table('payg-schedule-5', 'Schedule 5', (data) => ({
      limitRate: decimalAt(data, 'limit_rate'),
      lumpSumEMinimum: decimalAt(data, 'lump_sum_e_minimum'),
      noTfn: readResidency(data, 'no_tfn'),
    })),
    schedule7: table('payg-schedule-7', 'Schedule 7', (data) => ({
      flatRate: decimalAt(data, 'flat_rate'),
      foreignFlatRate: decimalAt(data, 'foreign_flat_rate'),
      preAugust1978Fraction: decimalAt(data, 'pre_august_1978_fraction'),
      smallPaymentLimit: decimalAt(data, 'small_payment_limit'),
      noTfn: readResidency(data, 'no_tfn'),
    })),
    schedule8: table('payg-schedule-8', 'Schedule 8', readSchedule8),
    etpCaps: table('payg-schedule-11-caps', 'Schedule 11 caps', (data) => ({
      etpCap: decimalAt(data, 'etp_cap'),
      wholeOfIncomeCap: decimalAt(data, 'whole_of_income_cap'),
      redundancyBase: decimalAt(data, 'redundancy_base'),
      redundancyPerYear: decimalAt(data, 'redundancy_per_year'),
    })),
    etpRates: table('payg-schedule-11-rates', 'Schedule 11', readEtpRates),
    schedule15: table('payg-schedule-15', 'Schedule 15', (data) => ({
      rates: listAt(data, 'rates').map((row) => ({
        upTo: row.up_to === undefined ? null : decimalAt(row, 'up_to'),
        rate: decimalAt(row, 'rate'),
      })),
      noTfn: decimalAt(data, 'no_tfn'),
    })),
    superRate: table('super-guarantee-rate', 'super guarantee', (data) => ({
      rate: decimalAt(data, 'rate'),
      base: flagAt(data, 'base', 'qualifying-earnings', 'ordinary-time-earnings')
        ? 'qualifying-earnings'
        : 'ordinary-time-earnings',
      under18HoursPerWeek: decimalAt(data, 'under_18_hours_per_week'),
    })),
    superMaximum: table('super-maximum-base', 'maximum super base', (data) => ({
      period: flagAt(data, 'period', 'year', 'quarter') ? 'year' : 'quarter',
      amount: decimalAt(data, 'amount'),
    })),
    superDue: table('super-due-date', 'super due date', readSuperDue),
    leaveStandards: table('leave-standards', 'leave standards', (data) => {
      const rates = mapAt(data.per_ordinary_hour, 'per_ordinary_hour')
      return {
        holiday: decimalAt(rates, 'holiday'),
        sick: decimalAt(rates, 'sick'),
        lsl: decimalAt(rates, 'lsl'),
      }
    }),
    longService: table('long-service-leave', 'long service leave', readLongService),
    tfnRules: table('tfn-declaration', 'tax file number declaration', readTfnRules),
    holidays: calendarOf(table('public-holidays', 'public holiday', readDays)),
    protectedEarnings: hasProtected
      ? table('child-support-protected-earnings', 'child support protected earnings', (data) =>
          decimalAt(data, 'weekly'),
        )
      : null,
  }
  // For reference only: checked like every file, used by no pay.
  table('income-tax-annual', 'annual income tax', (data) => listAt(data, 'resident'))
  for (const file of rest) throw new RateFileError(`${file.path}: no table of this name is known`)
  return rates
}

function timelineOf<T>(name: string, files: readonly RateFile[], read: (data: RateMap) => T): Timeline<T> {
  const entries: Dated<T>[] = files.map((file) => datedFile(file, read))
  const timeline = new Timeline(name, entries)
  for (const [index, entry] of timeline.entries.entries()) {
    const next = timeline.entries[index + 1]
    if (next && (next.from === entry.from || (entry.to !== undefined && entry.to >= next.from))) {
      throw new RateFileError(`${name}: the tables from ${entry.from} and ${next.from} overlap`)
    }
  }
  return timeline
}

function calendarOf(years: Timeline<CivilDate[]>): HolidayCalendar {
  const [first, last] = [years.entries[0], years.entries.at(-1)]
  if (first === undefined || last?.to === undefined)
    throw new RateFileError('public-holidays: a year has no end')
  for (const [index, year] of years.entries.entries()) {
    const next = years.entries[index + 1]
    if (next && (year.to === undefined || daysBetween(year.to, next.from) !== 1)) {
      throw new RateFileError(`public-holidays: a gap before ${next.from}`)
    }
  }
  const days = new Set(years.entries.flatMap((year) => year.value.map(dayNumber)))
  return { first: dayNumber(first.from), last: dayNumber(last.to), days }
}

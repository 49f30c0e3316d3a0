import { countryOf } from '../../../countries/index.ts'
import { type InvalidPlace, InvalidRequest } from '../../../kernel/problem.ts'
import { type CivilDate, isCivilDate } from '../../../kernel/values/dates.ts'
import { readWorkPattern } from '../../../payroll/work-pattern.ts'
import type { Service } from '../../../service.ts'
import type { EmployeeInput } from './schema.ts'

const SHOWN_MAX = 50

/** Rejects values that are impossible given the request, the rates or the country. */
export function refuseImpossibleValues(
  { clock, rates }: Service,
  jurisdiction: string,
  items: readonly EmployeeInput[],
): void {
  refuseFutureBirths(items, clock.today())
  refuseUnknownActivities(items, rates)
  refuseUnknownTransfers(items)
  refuseForeignPeriods(items, jurisdiction)
  refuseUnknownPatterns(items)
}

/** A date of birth in the future must be a typing error. */
function refuseFutureBirths(items: readonly EmployeeInput[], today: CivilDate): void {
  const places: InvalidPlace[] = []
  for (const [index, { date_of_birth: born }] of items.entries())
    if (typeof born === 'string' && born > today && places.length < SHOWN_MAX)
      places.push({
        loc: ['body', index, 'date_of_birth'],
        msg: 'date_of_birth must not be in the future',
        type: 'value_error',
      })
  if (places.length > 0) throw new InvalidRequest(places)
}

/** The country decides which pay periods are allowed. */
function refuseForeignPeriods(items: readonly EmployeeInput[], jurisdiction: string): void {
  const { payPeriods } = countryOf(jurisdiction)
  const places = items.flatMap(({ pay_period: period }, index): InvalidPlace[] =>
    period === undefined || payPeriods.some((each) => each === period)
      ? []
      : [
          {
            loc: ['body', index, 'pay_period'],
            msg: `pay_period must be ${payPeriods.join(', ')}; ${period} is not used in this country`,
            type: 'value_error',
          },
        ],
  )
  if (places.length > 0) throw new InvalidRequest(places)
}

/** A schedular activity must be one that Inland Revenue lists. Any other would be taxed at the no-notification rate. */
function refuseUnknownActivities(items: readonly EmployeeInput[], { nz }: Service['rates']): void {
  const known = Object.keys(nz.schedular.entries.at(-1)?.value.activities ?? {})
  const places = items.flatMap(({ nz_schedular_activity: activity }, index): InvalidPlace[] =>
    typeof activity !== 'string' || activity === '' || known.includes(activity)
      ? []
      : [
          {
            loc: ['body', index, 'nz_schedular_activity'],
            msg: `nz_schedular_activity must be one of: ${known.join('; ')}`,
            type: 'value_error',
          },
        ],
  )
  if (places.length > 0) throw new InvalidRequest(places)
}

/** Rejects an invalid work pattern, with the reason. */
function refuseUnknownPatterns(items: readonly EmployeeInput[]): void {
  const places = items.flatMap(({ nz_work_pattern: text }, index): InvalidPlace[] => {
    const read = typeof text === 'string' && text !== '' ? readWorkPattern(text) : null
    if (read === null || !('problem' in read)) return []
    const msg = `nz_work_pattern ${read.problem}`
    return [{ loc: ['body', index, 'nz_work_pattern'], msg, type: 'value_error' }]
  })
  if (places.length > 0) throw new InvalidRequest(places)
}

/**
 * A transferred public holiday needs two different calendar dates. A 24-hour transfer with a start time may begin on the
 * holiday itself.
 */
function refuseUnknownTransfers(items: readonly EmployeeInput[]): void {
  const isWrong = (pair: string) => {
    const [from = '', until = ''] = pair.split('>')
    const [to = '', startsAt] = until.split('T')
    return !isCivilDate(from) || !isCivilDate(to) || (from === to && startsAt === undefined)
  }
  const places = items.flatMap(({ nz_transferred_holidays: text }, index): InvalidPlace[] =>
    typeof text !== 'string' || text === '' || !text.split(',').some(isWrong)
      ? []
      : [
          {
            loc: ['body', index, 'nz_transferred_holidays'],
            msg: 'nz_transferred_holidays must name two different days of the calendar in each pair, such as 2026-10-26>2026-10-30',
            type: 'value_error',
          },
        ],
  )
  if (places.length > 0) throw new InvalidRequest(places)
}

import { AU_STATES } from '../../../countries/au/law/words.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import { type Decimal, toPlaces, whole } from '../../../kernel/values/money.ts'
import { recordOf } from '../../../kernel/values/word-lists.ts'
import type { Timeline } from '../../../payroll/rates/timeline.ts'
import type { Country } from '../../../payroll/words.ts'
import type { Service } from '../../../service.ts'

/** The rates that hold for an employee who has none of their own. */
export type LawRates = {
  super: string
  kiwisaverEmployee: string
  kiwisaverEmployer: string
  /** What an hour earns of annual and personal leave, and of long service leave by country and state. */
  holiday: string
  sick: string
  lsl: Readonly<Record<Country, Readonly<Record<string, string>>>>
  /** Long service leave where no state's law is known. */
  lslOtherwise: string
}

/** The law's contribution rates on a day, as the read model shows them. */
export function lawRatesOn({ rates }: Pick<Service, 'rates'>, day: CivilDate): LawRates {
  const kiwisaver = nearest(rates.nz.kiwiSaver, day)
  const leave = nearest(rates.au.leaveStandards, day)
  const longService = nearest(rates.au.longService, day)
  return {
    super: nearest(rates.au.superRate, day).rate.toString(),
    kiwisaverEmployee: kiwisaver.defaultEmployee.toString(),
    kiwisaverEmployer: kiwisaver.minimumEmployer.toString(),
    holiday: leave.holiday.toString(),
    sick: leave.sick.toString(),
    lsl: { AU: recordOf(AU_STATES, (state) => lslPerHour(longService[state].weeksPerYear)), NZ: {} },
    lslOtherwise: leave.lsl.toString(),
  }
}

const WEEKS_IN_YEAR = whole(52)

/** Weeks of leave for a year of service, by the hour worked, to six places. */
const lslPerHour = (weeksPerYear: Decimal) => toPlaces(weeksPerYear.div(WEEKS_IN_YEAR), 6).toString()

/** The value in force, or the closest one we have: an employee must stay readable when next year's tables are late. */
function nearest<T>({ entries }: Timeline<T>, day: CivilDate): T {
  const inForce = entries.findLast(({ from }) => from <= day) ?? entries[0]
  if (!inForce) throw new Error('A table of the law has no entry.')
  return inForce.value
}

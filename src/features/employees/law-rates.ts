import type { CivilDate } from '../../payroll/dates.ts'
import type { Timeline } from '../../payroll/rates/timeline.ts'
import type { Service } from '../../service.ts'

/** The rates that hold for an employee who has none of their own. */
export type LawRates = { super: string; kiwisaverEmployee: string; kiwisaverEmployer: string }

/** The law's contribution rates on a day, as the read model shows them. */
export function lawRatesOn({ rates }: Pick<Service, 'rates'>, day: CivilDate): LawRates {
  const kiwisaver = nearest(rates.nz.kiwiSaver, day)
  return {
    super: nearest(rates.au.superRate, day).rate.toString(),
    kiwisaverEmployee: kiwisaver.defaultEmployee.toString(),
    kiwisaverEmployer: kiwisaver.minimumEmployer.toString(),
  }
}

/** The value in force, or the closest one we have: an employee must stay readable when next year's tables are late. */
function nearest<T>({ entries }: Timeline<T>, day: CivilDate): T {
  const inForce = entries.findLast(({ from }) => from <= day) ?? entries[0]
  if (!inForce) throw new Error('A table of the law has no entry.')
  return inForce.value
}

import type { CivilDate } from '../../payroll/dates.ts'
import type { Service } from '../../service.ts'

/** The rates that hold for an employee who has none of their own. */
export type LawRates = { super: string; kiwisaverEmployee: string; kiwisaverEmployer: string }

/** The law's contribution rates on a day, as the read model shows them. */
export function lawRatesOn({ rates }: Pick<Service, 'rates'>, day: CivilDate): LawRates {
  const kiwisaver = rates.nz.kiwiSaver.at(day).value
  return {
    super: rates.au.superRate.at(day).value.rate.toString(),
    kiwisaverEmployee: kiwisaver.defaultEmployee.toString(),
    kiwisaverEmployer: kiwisaver.minimumEmployer.toString(),
  }
}

import { allCountries, type Country, type Rates } from '../../../countries/index.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import { decimal } from '../../../kernel/values/money.ts'

/** The legal rates for an employee without their own. */
export type LawRates = {
  day: CivilDate
  super: string
  kiwisaverEmployee: string
  kiwisaverEmployer: string
  /** The leave accrued per hour: annual, personal, and long service leave by country and state. */
  holiday: string
  sick: string
  lsl: ReadonlyMap<string, Readonly<Record<string, string>>>
  /** The long service leave rate where the state has no known law. */
  lslOtherwise: string
  /** The salary part of a package, in a country where packages include contributions. */
  salaryOf(country: Country, amount: string): string | null
}

/** The statutory rates on a day, as the read model shows them. */
export function lawRatesOn({ rates }: { rates: Rates }, day: CivilDate): LawRates {
  const kiwisaver = rates.nz.kiwiSaver.nearest(day)
  const standards = rates.au.leaveStandards.nearest(day)
  return {
    day,
    super: rates.au.superRate.nearest(day).rate.toString(),
    kiwisaverEmployee: kiwisaver.defaultEmployee.toString(),
    kiwisaverEmployer: kiwisaver.minimumEmployer.toString(),
    holiday: standards.holiday.toString(),
    sick: standards.sick.toString(),
    lsl: new Map(allCountries().map(({ code, leave }) => [code, leave.longServicePerHour(rates, day)])),
    lslOtherwise: standards.lsl.toString(),
    salaryOf: ({ employee }, amount) =>
      employee.salaryOfPackage?.(decimal(amount), day, rates).toFixed() ?? null,
  }
}

/** The reporting year of a date, named by the year in which it ends: from 1 July in Australia, from 1 April in New Zealand. */
export const reportingYear = (date: string, isNz: boolean): number =>
  Number(date.slice(0, 4)) + (date.slice(5) >= (isNz ? '04-01' : '07-01') ? 1 : 0)

/** The first and the last day of a reporting year. */
export const spanOf = (year: number, isNz: boolean): { from: string; to: string } =>
  isNz
    ? { from: `${year - 1}-04-01`, to: `${year}-03-31` }
    : { from: `${year - 1}-07-01`, to: `${year}-06-30` }

export const yearName = (year: number): string => `${year - 1}–${String(year).slice(2)}`

import type { CivilDate } from '../kernel/values/dates.ts'

/** One employment of a person. A person who is rehired has several. */
export type Employment = {
  start: CivilDate
  /** Null: it has not ended. */
  end: CivilDate | null
  /** The first day of the service that counts: that of an earlier employment where service continued. */
  serviceStart: CivilDate
}

/** The employment to which a day belongs: the last that had begun, so that late payments belong to the one that ended. */
export function employmentOn(employments: readonly Employment[], day: CivilDate): Employment | undefined {
  return employments.findLast(({ start }) => start <= day) ?? employments[0]
}

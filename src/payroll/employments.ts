import type { CivilDate } from '../kernel/values/dates.ts'

/** One employment of a person. A person who is rehired has several. */
export type Employment = {
  start: CivilDate
  /** Null when it has not ended. */
  end: CivilDate | null
  /** Service continues from the previous employment: the employee was reinstated, or the business was transferred. */
  isContinuous: boolean
  /** The first day of the service that counts. It is in an earlier employment when service continued. */
  serviceStart: CivilDate
}

/** The recorded days of an employment, and whether service continued in the next one. */
type Recorded = { start: CivilDate; end: CivilDate | null; isContinued: boolean }

/** Employments in order, with the service that counts in each. Opening figures belong to the first. */
export function employmentsOf(
  recorded: readonly Recorded[],
  openingStart: CivilDate | null = null,
): Employment[] {
  let serviceStart = openingStart ?? recorded[0]?.start
  return recorded.map(({ start, end }, index) => {
    const before = recorded[index - 1]
    if (!serviceStart || (before && !before.isContinued)) serviceStart = start
    return { start, end, isContinuous: before?.isContinued ?? false, serviceStart }
  })
}

/** The employment that a day belongs to: the last one that had begun. So late payments belong to the employment that ended. */
export function employmentOn(employments: readonly Employment[], day: CivilDate): Employment | undefined {
  return employments.findLast(({ start }) => start <= day) ?? employments[0]
}

export type EndedService = { start: CivilDate; end: CivilDate }

/** The periods of service that ended before that of an employment. Employments with continued service count as one. */
export function servicesBefore(employments: readonly Employment[], own: Employment): EndedService[] {
  return employments.flatMap(({ end, serviceStart }, index) => {
    const next = employments[index + 1]
    if (end === null || serviceStart >= own.serviceStart || next?.isContinuous) return []
    return [{ start: serviceStart, end }]
  })
}

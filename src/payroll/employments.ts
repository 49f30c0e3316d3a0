import type { CivilDate } from '../kernel/values/dates.ts'

/** One employment of a person. A person who is rehired has several. */
export type Employment = {
  start: CivilDate
  /** Null: it has not ended. */
  end: CivilDate | null
  /** Service goes on from the employment before: reinstated, or a business that was transferred. */
  isContinuous: boolean
  /** The first day of the service that counts: that of an earlier employment where service continued. */
  serviceStart: CivilDate
}

/** The days of an employment as they are recorded, and whether service continued in the one that followed. */
type Recorded = { start: CivilDate; end: CivilDate | null; isContinued: boolean }

/** Employments in their order with the service that counts in each. Opening figures speak of the first. */
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

/** The employment to which a day belongs: the last that had begun, so that late payments belong to the one that ended. */
export function employmentOn(employments: readonly Employment[], day: CivilDate): Employment | undefined {
  return employments.findLast(({ start }) => start <= day) ?? employments[0]
}

export type EndedService = { start: CivilDate; end: CivilDate }

/** The spells of service that ended before that of an employment: those that were continued are one. */
export function servicesBefore(employments: readonly Employment[], own: Employment): EndedService[] {
  return employments.flatMap(({ end, serviceStart }, index) => {
    const next = employments[index + 1]
    if (end === null || serviceStart >= own.serviceStart || next?.isContinuous) return []
    return [{ start: serviceStart, end }]
  })
}

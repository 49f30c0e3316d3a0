import { addDays } from '../format.ts'

/** One day of leave of one employee, taken or asked for. */
export type AwayDay = {
  employee_id: number
  format_name: string
  date: string
  name: string
  hours: number
  is_requested: boolean
}

export type Spell = Pick<AwayDay, 'employee_id' | 'format_name' | 'name' | 'is_requested'> & {
  from: string
  to: string
}

/** The most days between two days of one absence: a weekend with one day off at either end. */
const GAP_DAYS = 4

/** Joins days of leave into absences, the earliest first. */
export function groupAway(days: readonly AwayDay[]): Spell[] {
  const spells: Spell[] = []
  for (const day of days.toSorted((a, b) => (a.date < b.date ? -1 : 1))) {
    const before = spells.find(
      (spell) =>
        spell.employee_id === day.employee_id &&
        spell.name === day.name &&
        spell.is_requested === day.is_requested &&
        day.date <= addDays(spell.to, GAP_DAYS),
    )
    if (before) before.to = day.date
    else {
      const { employee_id, format_name, name, is_requested, date } = day
      spells.push({ employee_id, format_name, name, is_requested, from: date, to: date })
    }
  }
  return spells
}

/*
 * Adds up leave a second time, from the report of movements and the opening figures, in millionths of an
 * hour. Imports nothing from the service.
 */
export type Movement = { pay_date: string; employee_id: number; leave: string; amount: number | string }
type Balances = Record<string, number | null>
export type LeaveFacts = {
  movements: Movements
  people: readonly ({ id: number } & Record<string, unknown>)[]
  /** The opening figures by employee. */
  openings: ReadonlyMap<number, Balances>
}

/** The member of an employee that holds a balance, by the title in the report. */
const MEMBERS: Record<string, string> = {
  'Annual leave': 'holiday_hours',
  'Personal or sick leave': 'sick_hours',
  'Long service leave': 'lsl_hours',
  'Annual holidays': 'annual_holidays_weeks',
  'Alternative holidays': 'alt_holiday_days',
  'Sick leave': 'sick_days',
}

const millionths = (amount: unknown): number => Math.round(Number(amount ?? 0) * 1e6)

/** The movements last read, by pay date, and their sums. */
export class Movements {
  readonly #days = new Map<string, Movement[]>()
  readonly #sums = new Map<string, number>()

  /** Replaces the known movements from this day with these. */
  put(from: string, rows: readonly Movement[]): void {
    for (const [day, known] of this.#days)
      if (day >= from) {
        for (const row of known) this.#add(row, -1)
        this.#days.delete(day)
      }
    for (const row of rows) {
      const day = this.#days.get(row.pay_date) ?? []
      day.push(row)
      this.#days.set(row.pay_date, day)
      this.#add(row, 1)
    }
  }

  sum(employee: number, member: string): number {
    return this.#sums.get(`${employee} ${member}`) ?? 0
  }

  #add({ employee_id, leave, amount }: Movement, sign: 1 | -1): void {
    const key = `${employee_id} ${MEMBERS[leave]}`
    this.#sums.set(key, (this.#sums.get(key) ?? 0) + sign * millionths(amount))
  }
}

/** The first balance that differs from the opening figures plus the movements, in words. */
export function checkLeave({ movements, people, openings }: LeaveFacts): string | undefined {
  for (const person of people)
    for (const member of Object.values(MEMBERS)) {
      if (person[member] === undefined) continue
      const opening = openings.get(person.id)?.[member]
      const days = movements.sum(person.id, 'sick_days') * Number(person.standard_hours_per_day ?? 0)
      // Sick leave stored in days is shown in hours of today's standard day. Opening figures in hours may
      // have been entered for a different day length.
      if (member === 'sick_hours' && days !== 0 && opening) continue
      const inDays = member === 'sick_hours' ? days : 0
      const expected = millionths(opening) + movements.sum(person.id, member) + inDays
      if (Math.abs(millionths(person[member]) - expected) > 1)
        return `${member} of employee ${person.id} is ${person[member]}; opening and movements come to ${expected / 1e6}`
    }
  return undefined
}

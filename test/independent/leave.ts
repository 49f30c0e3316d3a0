/*
 * Leave added up a second time, from the report of movements and the opening figures that were set, in millionths of an hour. It imports
 * nothing of the service.
 */
type Amount = number | string
type Movement = { employee_id: number; leave: string; accrued: Amount; taken: Amount; paid_out: Amount }
type Balances = Record<string, number | null>
export type LeaveFacts = {
  movements: readonly Movement[]
  people: readonly ({ id: number } & Record<string, unknown>)[]
  /** By employee, as they were set. */
  openings: ReadonlyMap<number, Balances>
}

/** The member of an employee that holds a balance, by the title in the report. */
const MEMBERS: Record<string, string> = {
  'Annual leave': 'holiday_hours',
  'Personal or sick leave': 'sick_hours',
  'Long service leave': 'lsl_hours',
  'Annual holidays': 'annual_holidays_weeks',
  'Alternative holidays': 'alt_holiday_days',
}

const millionths = (amount: unknown): number => Math.round(Number(amount ?? 0) * 1e6)

/** The first balance that is not opening and movements, in words. */
export function checkLeave({ movements, people, openings }: LeaveFacts): string | undefined {
  const sums = new Map<string, number>()
  const add = (employee: number, member: string, amount: unknown) => {
    const key = `${employee} ${member}`
    sums.set(key, (sums.get(key) ?? 0) + millionths(amount))
  }
  for (const { employee_id, leave, ...amounts } of movements) {
    const member = MEMBERS[leave]
    if (member)
      for (const amount of [amounts.accrued, amounts.taken, amounts.paid_out])
        add(employee_id, member, amount)
  }
  for (const [employee, balances] of openings)
    for (const [member, amount] of Object.entries(balances)) add(employee, member, amount)
  for (const person of people)
    for (const member of new Set(Object.values(MEMBERS))) {
      if (person[member] === undefined) continue
      const expected = sums.get(`${person.id} ${member}`) ?? 0
      if (Math.abs(millionths(person[member]) - expected) > 1)
        return `${member} of employee ${person.id} is ${person[member]}; opening and movements come to ${expected / 1e6}`
    }
  return undefined
}

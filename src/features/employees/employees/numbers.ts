import type { NumberHolder } from './queries.ts'

/** Tracks the holders of employee numbers during a batch, so that later items see the numbers used by earlier ones. */
export class NumberBook {
  readonly #holders: Map<string, NumberHolder>
  readonly #companyId: number

  constructor(companyId: number, holders: readonly NumberHolder[]) {
    this.#companyId = companyId
    this.#holders = new Map(holders.map((holder) => [holder.number ?? '', holder]))
  }

  /** The reason why this employee cannot have the number, or undefined if they can. */
  refusal(number: string | null, employeeId: number): string | undefined {
    const holder = number === null ? undefined : this.#holders.get(number)
    if (!holder || holder.id === employeeId) return undefined
    // The caller's role may not cover the other company, so do not name its employees.
    if (holder.company_id !== this.#companyId)
      return `Employee number ${number} is already used in another company of the account.`
    const who = `${holder.first_name} ${holder.last_name} (id ${holder.id})`
    return holder.is_deleted
      ? `Employee number ${number} is reserved for the deleted employee ${who}.`
      : `Employee number ${number} is already used by ${who}.`
  }

  /** Assigns a number to the employee and frees their previous one. */
  take(holder: NumberHolder, before: string | null = null): void {
    if (before !== null && this.#holders.get(before)?.id === holder.id) this.#holders.delete(before)
    if (holder.number !== null) this.#holders.set(holder.number, holder)
  }
}

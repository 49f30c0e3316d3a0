import type { AnyJson } from '../support/app.ts'
import type { Company } from './company.ts'
import { addDays } from './dates.ts'

/**
 * What the check of one week reads, each list once however many invariants look at it. Pays are read from the earliest day of
 * which anything changed since the last check; what is older was compared then, and is looked at once more a quarter later.
 */
export class Reading {
  readonly since: string
  readonly #company: Company
  readonly #lists = new Map<string, Promise<AnyJson>>()

  constructor(company: Company) {
    this.#company = company
    const week = addDays(company.today, -7)
    const changed = company.ledger.changedFrom ?? week
    this.since = changed < week ? changed : week
    company.ledger.changedFrom = undefined
  }

  /** Everybody, who left or was deleted too. */
  people(): Promise<AnyJson[]> {
    return this.#once(`${this.#company.base}/employees?status=all`)
  }

  /** The pays that changed, and those of the week. */
  pays(): Promise<AnyJson[]> {
    return this.#once(`${this.#company.base}/pays?from_date=${this.since}`)
  }

  #once(path: string): Promise<AnyJson> {
    const list = this.#lists.get(path) ?? this.#company.caller.read(path)
    this.#lists.set(path, list)
    return list
  }
}

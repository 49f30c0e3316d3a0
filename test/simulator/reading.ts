import type { AnyJson } from '../support/app.ts'
import type { Company } from './company.ts'
import { addDays } from './dates.ts'

/** Every so many weeks everything is read, whether it was touched or not. */
const WHOLE_WEEKS = 13
const EVER = '2000-01-01'

/**
 * What the check of one week reads, each list once however many invariants look at it. Pays are read from the earliest day of
 * which anything changed since the last check; what is older was compared then, and is looked at once more a quarter later.
 */
export class Reading {
  readonly since: string
  readonly isWhole: boolean
  readonly #company: Company
  readonly #lists = new Map<string, Promise<AnyJson>>()

  constructor(company: Company) {
    this.#company = company
    const week = addDays(company.today, -7)
    const { changedFrom = week } = company.ledger
    // A draft whose day came before the last check was left lying: it changes only when somebody says so, which is told.
    const pendingFrom = company.ledger.pendingFrom(addDays(week, -7)) ?? week
    this.since = [week, changedFrom, pendingFrom].sort()[0] ?? week
    // Steps that are lived again may hold few checks: each of them looks at everything.
    this.isWhole = company.caller.keepsAll || company.weeks % WHOLE_WEEKS === WHOLE_WEEKS - 1
    company.ledger.changedFrom = undefined
  }

  /** From when on a list is read that nothing of an earlier day has changed; from the beginning, where everything is read. */
  from(date = this.since): string {
    return this.isWhole ? EVER : date
  }

  /** Everybody, who left or was deleted too. */
  people(): Promise<AnyJson[]> {
    return this.#once(`${this.#company.base}/employees?status=all`)
  }

  /** The pays that changed, and those of the week. */
  pays(): Promise<AnyJson[]> {
    return this.#once(`${this.#company.base}/pays?from_date=${this.since}`)
  }

  /** The sums of the runs that changed. */
  runs(): Promise<AnyJson[]> {
    return this.#once(`${this.#company.base}/pay-runs?from_date=${this.from()}`)
  }

  /** What was read may have changed: it is read anew. */
  forget(): void {
    this.#lists.clear()
  }

  #once(path: string): Promise<AnyJson> {
    const list = this.#lists.get(path) ?? this.#company.caller.read(path)
    this.#lists.set(path, list)
    return list
  }
}

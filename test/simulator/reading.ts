import type { AnyJson } from '../support/app.ts'
import type { Company } from './company.ts'
import { addDays } from './dates.ts'

/** Everything is read once in this number of weeks, even if nothing changed. */
const WHOLE_WEEKS = 13
const EVER = '2000-01-01'

/**
 * Whether a check reads everything: once a quarter, and when steps are repeated, which may include only a few checks.
 */
export const isReadWhole = ({ caller, weeks }: Company): boolean =>
  caller.keepsAll || weeks % WHOLE_WEEKS === WHOLE_WEEKS - 1

/**
 * The data that one weekly check reads. Each list is read once, however many invariants use it. Pays are read from the
 * earliest day with a change since the last check. Older pays were compared then, and are checked once more a quarter
 * later.
 *
 * The ledger knows every change of a stored pay: either a call changed it, and its answer or `readBack` was stored, or
 * the clock reached the day of a staged final pay, and `catchUp` read it. Answers of the authorities change marks that
 * no list here compares.
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
    this.since = changedFrom < week ? changedFrom : week
    this.isWhole = isReadWhole(company)
    company.ledger.changedFrom = undefined
  }

  /** The day from which a list is read, because nothing earlier has changed. The first day when everything is read. */
  from(date = this.since): string {
    return this.isWhole ? EVER : date
  }

  /** All employees, including former and deleted ones. */
  people(): Promise<AnyJson[]> {
    return this.#once(`${this.#company.base}/employees?status=all`)
  }

  /** The pays that changed, and those of the week. */
  pays(): Promise<AnyJson[]> {
    return this.#once(`${this.#company.base}/pays?from_date=${this.since}`)
  }

  /** The sums of the changed runs. */
  runs(): Promise<AnyJson[]> {
    return this.#once(`${this.#company.base}/pay-runs?from_date=${this.from()}`)
  }

  /** The values may have changed since, so they are read again. */
  forget(): void {
    this.#lists.clear()
  }

  #once(path: string): Promise<AnyJson> {
    const list = this.#lists.get(path) ?? this.#company.caller.read(path)
    this.#lists.set(path, list)
    return list
  }
}

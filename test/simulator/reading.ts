import type { AnyJson } from '../support/app.ts'
import type { Company } from './company.ts'
import { addDays } from './dates.ts'

/** Everything is read once in this number of weeks, whether it was touched or not. */
const WHOLE_WEEKS = 13
const EVER = '2000-01-01'

/** Whether a check reads everything: once a quarter, and in steps that are lived again, which may hold few checks. */
export const isReadWhole = ({ caller, weeks }: Company): boolean =>
  caller.keepsAll || weeks % WHOLE_WEEKS === WHOLE_WEEKS - 1

/**
 * What the check of one week reads, each list once however many invariants look at it. Pays are read from the earliest day of
 * which anything changed since the last check; what is older was compared then, and is looked at once more a quarter later.
 *
 * The ledger knows every change of a stored pay: a call changed it, and its answer or `readBack` was kept; or the clock reached the
 * day of a staged final pay, and `catchUp` read it. Answers of the authorities change marks that no list here compares.
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

  /** From when on a list is read that nothing of an earlier day has changed; from the beginning, where everything is read. */
  from(date = this.since): string {
    return this.isWhole ? EVER : date
  }

  /** Everyone, who left or was deleted too. */
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

  /** What was read may have changed: it is read again. */
  forget(): void {
    this.#lists.clear()
  }

  #once(path: string): Promise<AnyJson> {
    const list = this.#lists.get(path) ?? this.#company.caller.read(path)
    this.#lists.set(path, list)
    return list
  }
}

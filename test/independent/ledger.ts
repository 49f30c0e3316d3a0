/*
 * What a company was told of its pays, and nothing else: the figures of every answer, kept until the next answer about the same
 * pay. It imports nothing of the service. Whoever reads the pays later must find these and no others.
 */

/** A pay as an answer of the service shows it. */
export type ToldPay = {
  id: number
  employee_id: number
  pay_run_id: number
  pay_run_end_date: string
  processed_date: string
  status: string
  gross: number
  tax: number
  net: number
  super?: number
}

const FIGURES = [
  'employee_id',
  'pay_run_id',
  'processed_date',
  'status',
  'gross',
  'tax',
  'net',
  'super',
] as const

/** What a write that was never answered may have changed. */
export type Open = {
  /** These pays may have other figures, or be gone. */
  touched: ReadonlySet<number>
  /** So many new pays, all or none; undefined: none may come. */
  comes?: number | 'any'
}

export class Ledger {
  readonly pays = new Map<number, ToldPay>()
  /** The simulator's name of a pay, and back. */
  readonly names = new Map<string, number>()

  tell(pay: ToldPay, name?: string): void {
    this.pays.set(pay.id, pay)
    if (name) this.names.set(name, pay.id)
  }

  forget(id: number): void {
    this.pays.delete(id)
  }

  byName(name: string): ToldPay | undefined {
    const id = this.names.get(name)
    return id === undefined ? undefined : this.pays.get(id)
  }

  named(): [string, ToldPay][] {
    return [...this.names].flatMap(([name, id]) => {
      const pay = this.pays.get(id)
      return pay ? [[name, pay] as [string, ToldPay]] : []
    })
  }

  /** Compares with what is there now; the first difference in words. Takes over what an open write did. */
  compare(there: readonly ToldPay[], since: string, open?: Open): string | undefined {
    const found = new Map(there.map((pay) => [pay.id, pay]))
    const known = [...this.pays.values()].filter((pay) => pay.processed_date >= since)
    for (const pay of known) {
      const now = found.get(pay.id)
      if (open?.touched.has(pay.id)) {
        if (now) this.tell(now)
        else this.forget(pay.id)
        continue
      }
      if (!now)
        return `pay ${pay.id} (net ${pay.net}, ${pay.processed_date}) was acknowledged and is not there`
      const isDue = pay.status === 'pending' && now.status === 'processed'
      const wrong = isDue ? undefined : FIGURES.find((name) => (pay[name] ?? null) !== (now[name] ?? null))
      if (wrong) return `${wrong} of pay ${pay.id} was ${pay[wrong]} in the answer and is ${now[wrong]}`
      if (isDue) this.tell(now)
    }
    return this.#strangers(there, open)
  }

  #strangers(there: readonly ToldPay[], open?: Open): string | undefined {
    const strangers = there.filter((pay) => !this.pays.has(pay.id))
    if (strangers.length === 0) return undefined
    const first = strangers[0]
    if (open?.comes === undefined)
      return `pay ${first?.id} of employee ${first?.employee_id} (net ${first?.net}) is there and nobody was told of it`
    if (open.comes !== 'any' && strangers.length !== open.comes)
      return `a call for ${open.comes} pays that was never answered left ${strangers.length} of them`
    for (const pay of strangers) this.tell(pay)
    return undefined
  }
}

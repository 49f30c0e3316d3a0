import { cents } from '../../independent/money.ts'
import type { AnyJson } from '../../support/app.ts'
import type { Invariant } from '../types.ts'

export const proof: Invariant = {
  name: 'proof',
  sentence: 'The proof adds up: owed is created, accepted and open, and every open amount is named.',
  async check(company, reading) {
    const from = reading.from()
    const span = `from_date=${from}&to_date=2099-12-31`
    const found: AnyJson = await company.caller.read(`${company.base}/proof?${span}`)
    for (const { kind, owed, created, accepted, open } of found.sums) {
      if (cents(created) + cents(accepted) + cents(open) !== cents(owed))
        return `${kind}: created ${created} + accepted ${accepted} + open ${open} is not ${owed}`
      const named = found.open_points
        .filter((point: AnyJson) => point.kind === kind)
        .reduce((sum: number, point: AnyJson) => sum + cents(point.amount), 0)
      if (named !== cents(open)) return `${kind}: ${open} is open, and ${named / 100} of it is named`
    }
    const pays = [...company.ledger.pays.values()].filter(
      (pay) => pay.status === 'processed' && pay.processed_date >= from,
    )
    const nets = pays.reduce((sum, pay) => sum + cents(pay.net), 0)
    const net = found.sums.find((row: AnyJson) => row.kind === 'net')
    return nets === cents(net.owed)
      ? undefined
      : `the nets of the pays come to ${nets / 100}, and the proof owes ${net.owed}`
  },
}

import { sql } from 'kysely'
import type { Tx } from '../../../database/connect.ts'
import { decimal, ZERO } from '../../../kernel/values/money.ts'
import type { FieldCipher } from '../../../security/field-encryption.ts'
import { openParty } from '../../pays/snapshots/index.ts'
import type { HeldLines } from '../payments/index.ts'
import { minus, NO_SUPER, type PaySuper, totalOf } from './contributions.ts'

type LedgerLine = {
  id: string
  pay_id: number
  party: string
  amount: string
  sacrificed: string
  voluntary: string
  is_refund: boolean
}

/**
 * How much of each line a fund still has, for the pays of a file of which a part was refunded or written off. A
 * refund lowers the lines before it, the last one first.
 */
export async function loadStillHeld(
  tx: Tx,
  cipher: FieldCipher,
  companyId: number,
  fileId: number,
): Promise<HeldLines> {
  const { rows } = await sql<LedgerLine>`
    with refunded as (
      select distinct pay_id from payment_lines
      where company_id = ${companyId} and kind = 'super' and is_living and settlement_id is not null and amount < 0
        and pay_id in (select pay_id from payment_lines where company_id = ${companyId} and super_file_id = ${fileId})
    )
    select id, pay_id, party, amount, coalesce(sacrificed, 0) as sacrificed, coalesce(voluntary, 0) as voluntary,
      settlement_id is not null and amount < 0 as is_refund
    from payment_lines where company_id = ${companyId} and kind = 'super' and is_living
      and pay_id in (select pay_id from refunded)
    order by id`.execute(tx)
  const lines = rows.map((line) => ({ ...line, party: openParty(cipher, line.pay_id, line.party) }))
  const contributions = Map.groupBy(lines, ({ pay_id, party }) => `${pay_id} ${party}`)
  return new Map([...contributions.values()].flatMap((own) => [...leftOf(own)]))
}

function leftOf(lines: readonly LedgerLine[]): HeldLines {
  const sent: { id: string; parts: PaySuper }[] = []
  for (const line of lines) {
    const parts = partsOf(line)
    if (line.is_refund) lower(sent, minus(NO_SUPER, parts))
    else sent.push({ id: line.id, parts })
  }
  return new Map(
    sent.map(({ id, parts }) => [
      id,
      {
        amount: totalOf(parts).toFixed(),
        sacrificed: parts.sacrificed.toFixed(),
        voluntary: parts.voluntary.toFixed(),
      },
    ]),
  )
}

function lower(sent: { parts: PaySuper }[], refund: PaySuper): void {
  let left = refund
  for (const line of sent.toReversed()) {
    if (!totalOf(left).gt(ZERO)) return
    const isUsedUp = totalOf(left).gte(totalOf(line.parts))
    const rest = isUsedUp ? minus(left, line.parts) : NO_SUPER
    line.parts = isUsedUp ? NO_SUPER : minus(line.parts, left)
    left = rest
  }
}

function partsOf({ amount, sacrificed, voluntary }: LedgerLine): PaySuper {
  const [other, above] = [decimal(sacrificed), decimal(voluntary)]
  return { guarantee: decimal(amount).minus(other).minus(above), sacrificed: other, voluntary: above }
}

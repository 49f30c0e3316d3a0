import { sql } from 'kysely'
import type { Tx } from '../../../database/connect.ts'
import { decimal, ZERO } from '../../../kernel/values/money.ts'
import type { FieldCipher } from '../../../security/field-encryption.ts'
import { fundKey, openParty, type RememberedEmployee } from '../../pays/snapshots/index.ts'
import { accountKey, openCredits } from './split-credits.ts'

/** An account or fund of an employee. The text includes the bank account that a fund is paid by. */
type Place = { key: string; text: string }

/** The accounts or funds that returned money of a pay. An unsplit net pay has one account, which the file does not repeat. */
export type ReturnedPlaces = { keys: ReadonlySet<string>; isUnnamed: boolean }

type Row = {
  pay_id: number
  employee_id: number
  party: string
  file_id: number
  split_credits: string | null
}

/** The accounts or funds that returned money of these pays since the last redirect, by pay. */
export async function loadReturnedPlaces(
  tx: Tx,
  cipher: FieldCipher,
  companyId: number,
  kind: 'net' | 'super',
  payIds: readonly number[],
): Promise<Map<number, ReturnedPlaces>> {
  const { rows } = await sql<Row>`
    select line.pay_id, line.employee_id, line.party, coalesce(file.id, 0) as file_id, file.split_credits
    from payment_lines line
    left join payment_files file on file.id = line.payment_file_id
    left join payment_redirects redirect on redirect.pay_id = line.pay_id and redirect.kind = ${kind}
    where line.company_id = ${companyId} and line.pay_id = any(${payIds}::int[]) and line.kind = ${kind}
      and line.returned_on is not null and line.returned_at >= coalesce(redirect.created_at, '-infinity')`.execute(
    tx,
  )
  const files = new Map(rows.map((row) => [row.file_id, row]))
  const credits = new Map(
    [...files].map(([id, { split_credits }]) => [id, openCredits(cipher, { id, split_credits })]),
  )
  const keysOf = (row: Row): string[] =>
    kind === 'super'
      ? [openParty(cipher, row.pay_id, row.party)]
      : (credits.get(row.file_id) ?? []).flatMap((credit) =>
          credit.employee_id === row.employee_id && decimal(credit.returned).gt(ZERO)
            ? accountKey({ bsb: credit.bsb, accountNumber: credit.account_number })
            : [],
        )
  return new Map(
    [...Map.groupBy(rows, ({ pay_id }) => pay_id)].map(([payId, own]) => {
      const keys = own.map(keysOf)
      return [payId, { keys: new Set(keys.flat()), isUnnamed: keys.some((named) => named.length === 0) }]
    }),
  )
}

/** Whether money of a pay would go again to an account or fund that returned it. */
export function goesBack(
  kind: 'net' | 'super',
  returned: ReturnedPlaces,
  before: RememberedEmployee | undefined,
  after: RememberedEmployee | undefined,
): boolean {
  const [was, next] = [placesOf(kind, before), placesOf(kind, after)]
  const texts = new Set(was.map(({ text }) => text))
  const [only, second] = was
  const keys = new Set(returned.keys)
  // Only a split pay names its accounts in the file.
  if (returned.isUnnamed && only && !second) keys.add(only.key)
  if (keys.size === 0) return textOf(was) === textOf(next)
  return next.some(({ key, text }) => keys.has(key) && (kind === 'net' || texts.has(text)))
}

/** All places as one text, to compare and to record. Null where there is none. */
export const textOf = (places: readonly Place[]): string | null =>
  places
    .map(({ text }) => text)
    .sort()
    .join(', ') || null

export function placesOf(kind: 'net' | 'super', employee: RememberedEmployee | undefined): Place[] {
  if (!employee) return []
  if (kind === 'net')
    return employee.accounts.map((account) => ({
      key: accountKey(account),
      text: `${account.bsb ?? ''} ${account.accountNumber}`.trim(),
    }))
  return employee.funds.map((fund) => {
    const { usi, abn, fund_name, member_number, bank } = fund
    const named = [usi ?? abn ?? fund_name, member_number, bank?.bsb, bank?.accountNumber]
    return { key: fundKey(fund), text: named.filter(Boolean).join(' ') }
  })
}

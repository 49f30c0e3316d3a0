import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../../database/connect.ts'

/** Fields of an employee that no amount and no destination of money follows from. */
const WITHOUT_EFFECT = [
  ...['first_name', 'middle_name', 'last_name', 'reporting_first_name', 'reporting_last_name', 'honorific'],
  ...['gender', 'number', 'address1', 'address2', 'city', 'country', 'postcode', 'position', 'department'],
  ...[
    'email_address',
    'payslip_email',
    'phone_home',
    'phone_mobile',
    'phone_medical',
    'employee_portal_active',
  ],
]
/** The prefixes of other fields without effect: next of kin, and settings of self-service and payslips. */
const PREFIXES = '^(kin|allow|show|payslip)_'

/** Writes to records of the company that pays follow. Only the audit log names their authors. */
const COMPANY_WRITES = ['PayRate', 'Allowance'].flatMap((kind) =>
  ['create', 'update', 'delete'].map((verb) => `${verb}Company${kind}`),
)

/**
 * The people who decided what these pays pay: who entered or changed them, and who changed the employees' records, or the
 * company's rates and allowances, since the pay before.
 */
export const listAuthors = (tx: Tx, companyId: number, payIds: readonly number[]): Promise<number[]> =>
  authorsOf(tx, companyId, payIds, sql`true`)

/** The same for the pays of a file. Where two people approve every run, they have seen the changed records. */
export const listFileAuthors = (
  tx: Tx,
  companyId: number,
  items: readonly { payId: number }[],
): Promise<number[]> =>
  authorsOf(
    tx,
    companyId,
    [...new Set(items.map(({ payId }) => payId))],
    sql`not exists (select from company_rules where company_id = ${companyId} and approve_runs = 'always')`,
  )

async function authorsOf(
  tx: Tx,
  companyId: number,
  payIds: readonly number[],
  areRecordsNew: RawBuilder<unknown>,
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    with last as (
      select employee_id, (
        select max(updated_at) from pays before
        where before.employee_id = paid.employee_id and status = 'processed' and id <> all(${payIds}::int[])) as at
      from pays paid where id = any(${payIds}::int[]) group by employee_id),
    changed as (
      select h.user_id, h.client_id
      from last join employee_history h on h.employee_id = last.employee_id and h.at >= coalesce(last.at - interval '1 second', '-infinity')
      where h.company_id = ${companyId} and h.user_id is not null and ${areRecordsNew}
        and (h.action not in ('changed', 'scheduled') or exists (
          select from jsonb_array_elements(h.changes) change
          where change ->> 'field' <> all(${WITHOUT_EFFECT}::text[]) and change ->> 'field' !~ ${PREFIXES}))
      union all
      select a.user_id, a.client_id from audit_log a
      where a.customer_id = (select customer_id from companies where id = ${companyId}) and a.at >= (select max(at) from last)
        and a.action = any(${COMPANY_WRITES}::text[]) and a.outcome < 400 and a.target ~ ${`^/api/company/${companyId}/`}
        and ${areRecordsNew})
    select unnest(author_ids) as user_id from pay_editors where pay_id = any(${payIds}::int[])
    union select user_id from changed where user_id is not null
    union select unnest(keeper_ids) from oauth_clients where client_id in (select client_id from changed)`.execute(
    tx,
  )
  return rows.map(({ user_id }) => user_id).sort((a, b) => a - b)
}

import { lockAccount } from '../../../database/lock-account.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { recordAuditChange } from '../../../database/transaction-hooks.ts'
import { type Caller, managesAccount } from '../../../http/caller.ts'
import { isOwnSession } from '../../../http/limits.ts'
import { conflict, forbidden, invalid } from '../../../kernel/problem.ts'
import { nameSome } from '../../../kernel/values/name-some.ts'
import { quoteName } from '../../../kernel/values/quote-name.ts'
import { keysOf } from '../../../kernel/values/word-lists.ts'
import type { Service } from '../../../service.ts'
import { callersOf } from '../../access/oauth/index.ts'
import { isOn, requireApproval } from '../../platform/approvals/index.ts'
import {
  countApprovers,
  endOpenInvitations,
  inheritRulesAll,
  listWithoutRules,
  readRules,
  writeRules,
} from './queries.ts'
import type { CompanyRules } from './schema.ts'

/** The number of companies named in a summary. */
const NAMED_MAX = 20

/** Only people may change the rules. An application could otherwise lift its own masking. */
export function requireRuler(caller: Caller): void {
  if (!managesAccount(caller) || !isOwnSession(caller))
    throw forbidden('An owner or admin changes the rules of a company, in the web app.')
}

/**
 * Changes the rules of the company. Once any rule needs two people, changing the rules needs two as well. Companies of the
 * account without rules get the same ones if the owner says so.
 */
export function changeRules(
  service: Service,
  company: Company,
  {
    for_companies_without_rules: isForOthers = false,
    ...change
  }: Partial<CompanyRules> & { for_companies_without_rules?: boolean },
): Promise<CompanyRules> {
  const rules = service.database.transaction(async (tx) => {
    await lockAccount(tx, company.customer_id)
    const before = await readRules(tx, company)
    const after = completed(before, change)
    if (JSON.stringify(before) === JSON.stringify(after)) return before
    if (asksPeople(after)) await requireTwo(service, tx, company, after)
    if (asksPeople(after) && !asksPeople(before))
      await endOpenInvitations(tx, company.customer_id, service.clock.now())
    const others = asksPeople(after) && isForOthers ? await listWithoutRules(tx, company) : []
    await requireApproval(
      tx,
      { kind: 'rules', customerId: company.customer_id, companyId: company.id },
      () => ({
        summary: [
          `Changes the rules of ${quoteName(company.legal_name)}: ${differencesOf(before, after)}.`,
          ...(others.length > 0
            ? [
                `Companies without rules get the same: ${nameSome(others, NAMED_MAX, (each) => quoteName(each.legal_name))}.`,
              ]
            : []),
        ].join(' '),
        outcome: [before, after, others.map(({ id }) => id)],
      }),
    )
    await writeRules(tx, company, after, service.clock.now())
    recordAuditChange(`Rules of company ${company.id}, ${company.legal_name}`, before, after)
    const ids = others.map(({ id }) => id)
    if (ids.length > 0) {
      await inheritRulesAll(tx, company.customer_id, ids)
      recordAuditChange('Companies without rules', {}, { get_the_rules_of: company.id, companies: ids })
    }
    return after
  })
  // Clears the old rules from this process's cache. The other processes are notified.
  return rules.finally(() => callersOf(service.database).forget('customer', company.customer_id))
}

const asksPeople = ({ approve_runs_above, ...rules }: CompanyRules) =>
  isOn({ ...rules, approve_runs_above: String(approve_runs_above) })

function completed(before: CompanyRules, change: Partial<CompanyRules>): CompanyRules {
  const after = { ...before, ...change }
  if (after.approve_runs !== 'above') return { ...after, approve_runs_above: null }
  if (after.approve_runs_above === null)
    throw invalid(
      ['body', 'approve_runs_above'],
      'Enter the amount above which a run needs approval',
      'missing',
    )
  return after
}

/** Rules that cannot be met would block the payroll. */
async function requireTwo(
  service: Service,
  tx: Parameters<typeof countApprovers>[0],
  company: Company,
  { approver_ids: ids }: CompanyRules,
): Promise<void> {
  const count = await countApprovers(tx, company, ids, service.clock.today())
  if (ids !== null && count < new Set(ids).size)
    throw conflict(
      'Each of approver_ids must be an owner, admin or payroll officer with access to this company.',
    )
  if (count < 2)
    throw conflict(
      'Two people must be able to approve. Invite another owner or admin first, or name two people.',
    )
}

function differencesOf(before: CompanyRules, after: CompanyRules): string {
  const shown = (value: unknown) => (value === null ? 'none' : String(value))
  return keysOf(after)
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => `${name} from ${shown(before[name])} to ${shown(after[name])}`)
    .join(', ')
}

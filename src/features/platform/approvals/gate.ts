import { createHash } from 'node:crypto'
import type { Tx } from '../../../database/connect.ts'
import { isRollingBack, transactionHooks } from '../../../database/transaction-hooks.ts'
import { type ApprovalKind, type NeededApproval, NeedsApproval } from '../../../kernel/needs-approval.ts'
import { conflict } from '../../../kernel/problem.ts'
import { decimal } from '../../../kernel/values/money.ts'
import { present } from '../../../kernel/values/present.ts'
import { type ApprovalRules, loadApprovalRules, markApproved } from './queries.ts'

export type Gate = {
  kind: ApprovalKind
  customerId: number
  /** Null for a change to the account itself. Then the rules of any of its companies apply. */
  companyId: number | null
}

export type Described = {
  /** Shown to the approver. Contains no tax or account number. */
  summary: string
  /** The result of the request as plain data. It must be the same when the request is approved. */
  outcome: unknown
  /** For a pay run, the amount it pays out. */
  net?: string
  /** The people who decided on it before. None of them may be the only one who approves it. */
  authors?: readonly number[]
}

/**
 * Whether the current request can need a second person at all. Lets callers skip work that only finds out
 * what changed.
 */
export const asksApproval = (): boolean =>
  transactionHooks.getStore()?.asksApproval === true && !isRollingBack()

type Asked = Gate & Required<Omit<Described, 'net'>>

/** The approvals requested so far in each transaction. */
const asked = new WeakMap<Tx, Asked[]>()

/**
 * Called in the transaction of every write that a company's rules may require two people for. Does nothing
 * while no rule applies. Otherwise the whole transaction is checked once, before its commit. A request with
 * several such changes needs one approval for all of them. Jobs are not checked, because they complete
 * earlier requests.
 */
export async function requireApproval(
  tx: Tx,
  gate: Gate,
  describe: () => Described | Promise<Described>,
): Promise<void> {
  const hook = transactionHooks.getStore()
  if (!hook || !asksApproval()) return
  const rules = await loadApprovalRules(tx, gate.customerId)
  if (!isNeeded(gate, rules, null)) return
  const { summary, outcome, net, authors = [] } = await describe()
  if (!isNeeded(gate, rules, net ?? null)) return
  const all = asked.get(tx) ?? []
  asked.set(tx, [...all, { ...gate, summary, outcome, authors }])
  hook.beforeCommit = judge
}

/**
 * Rolls the work back until a second person has approved it. The approval is used up in the same transaction.
 */
async function judge(tx: Tx): Promise<void> {
  const hook = transactionHooks.getStore()
  const all = asked.get(tx)
  if (!hook || !all) return
  const needed = combined(all)
  if (!hook.approval) throw new NeedsApproval(needed)
  if (hook.approval.isUsed) throw conflict('This does more than the approval covers.')
  hook.approval.isUsed = true
  const prepared = await markApproved(tx, needed.customerId, hook.approval)
  if (!prepared) throw conflict('This approval is no longer waiting.')
  if (prepared.fingerprint !== needed.fingerprint)
    throw conflict('The prepared request has changed since then, so it is void. Prepare it again.')
}

/** The kinds that only owners and admins approve come first. */
const ORDER: readonly ApprovalKind[] = ['rules', 'role', 'grant', 'file', 'run', 'account']

/** Combines everything that a transaction does into one approval. */
function combined(all: readonly Asked[]): NeededApproval {
  const companies = new Set(all.map(({ companyId }) => companyId))
  const { customerId, companyId } = present(all[0])
  return {
    kind: ORDER.find((kind) => all.some((each) => each.kind === kind)) ?? 'rules',
    customerId,
    companyId: companies.size === 1 ? companyId : null,
    summary: all.map(({ summary }) => summary).join(' '),
    authors: [...new Set(all.flatMap(({ authors }) => authors))],
    fingerprint: fingerprintOf(all.map(({ kind, companyId, outcome }) => [kind, companyId, outcome])),
  }
}

export const fingerprintOf = (outcome: unknown): string =>
  createHash('sha256').update(JSON.stringify(outcome)).digest('base64url')

/**
 * Whether the rules require a second person. For a change to the account, the rules of every company count.
 */
function isNeeded({ kind, companyId }: Gate, rules: readonly ApprovalRules[], net: string | null): boolean {
  return rules.some((rule) => (companyId === null || rule.company_id === companyId) && ASKS[kind](rule, net))
}

/** The rule for each kind. `net` is null while it is not known. */
const ASKS: Record<ApprovalKind, (rule: ApprovalRules, net: string | null) => boolean> = {
  run: ({ approve_runs: runs, approve_runs_above: above }, net) =>
    runs === 'always' || (runs === 'above' && (net === null || decimal(net).gt(decimal(above ?? '0')))),
  account: (rule) => rule.approve_accounts,
  file: (rule) => rule.approve_files,
  // Owners and admins approve. One person alone must not appoint another approver or change the rules.
  role: (rule) => isOn(rule),
  grant: (rule) => isOn(rule),
  rules: (rule) => isOn(rule),
}

/** Whether the company requires two people for anything. */
export function isOn(rule: Omit<ApprovalRules, 'company_id' | 'approver_ids'>): boolean {
  return rule.approve_runs !== 'off' || rule.approve_accounts || rule.approve_files || rule.hold_accounts
}

import type { Payee, PaymentFile } from '../../../database/tables/payments.ts'
import { amount, formatName, timestamp } from '../../../http/view.ts'
import { mask } from '../../../security/field-encryption.ts'
import { maskParty } from '../../pays/snapshots/index.ts'
import type { PayeeView, SettlementView } from './ledger-schema.ts'
import { type Item, partyOf, statusOf } from './load-items.ts'
import type { loadFileLines, SettlementWithTotal } from './queries.ts'
import type { FileLine, FileView, FileWithItems, ItemView } from './schema.ts'

export function viewItem(item: Item): ItemView {
  const payee = item.kind === 'payee' ? partyOf(item.party) : null
  return {
    pay_id: item.payId,
    pay_run_id: item.runId,
    pay_date: item.payDate,
    employee_id: item.employeeId,
    format_name: item.name,
    kind: item.kind,
    party: item.party,
    payee_id: payee?.payeeId ?? null,
    payee_reference: payee?.reference ?? null,
    owed: Number(item.owed.toFixed()),
    in_files: Number(item.inFile.toFixed()),
    settled: Number(item.sent.minus(item.inFile).toFixed()),
    open: Number(item.open.toFixed()),
    status: statusOf(item),
  }
}

export function viewFile(file: PaymentFile): FileView {
  return {
    id: file.id,
    company_id: file.company_id,
    pay_run_id: file.pay_run_id,
    format: file.format,
    name: file.name,
    pay_date: file.pay_date,
    value_date: file.value_date,
    total: amount(file.total),
    payment_count: file.payment_count,
    status: file.status,
    settled_on: file.settled_on,
    reference: file.reference,
    cancelled_at: timestamp(file.cancelled_at),
    cancel_reason: file.cancel_reason,
    created_at: timestamp(file.created_at),
  }
}

type LoadedLine = Awaited<ReturnType<typeof loadFileLines>>[number]

export function viewLine(line: LoadedLine): FileLine {
  return {
    pay_id: line.pay_id,
    pay_run_id: line.pay_run_id,
    employee_id: line.employee_id,
    format_name: formatName({ first_name: line.first_name ?? '', last_name: line.last_name ?? '' }),
    kind: line.kind,
    party: line.kind === 'super' ? maskParty(line.party) : line.party,
    amount: amount(line.amount),
    outcome: line.outcome,
    returned_on: line.returned_on,
    return_reason: line.return_reason,
  }
}

export function fileWithItems(file: PaymentFile, lines: readonly LoadedLine[]): FileWithItems {
  return { ...viewFile(file), items: lines.map(viewLine) }
}

export function viewSettlement(settlement: SettlementWithTotal): SettlementView {
  return {
    id: settlement.id,
    company_id: settlement.company_id,
    method: settlement.method,
    settled_on: settlement.settled_on,
    reference: settlement.reference,
    agreed_on: settlement.agreed_on,
    agreement: settlement.agreement,
    total: amount(settlement.total),
    pay_ids: settlement.pay_ids,
    kinds: settlement.kinds,
    reversed_at: timestamp(settlement.reversed_at),
    created_at: timestamp(settlement.created_at),
  }
}

export function viewPayee(payee: Payee, accountNumber: string): PayeeView {
  return {
    id: payee.id,
    company_id: payee.company_id,
    kind: payee.kind,
    name: payee.name,
    bsb: payee.bsb,
    account_number: mask(accountNumber),
    created_at: timestamp(payee.created_at),
  }
}

import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { Problem } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { formatOf, runReference, writeBankText } from '../bank-files/index.ts'
import { type Collected, type Credit, collectCredits } from './collect.ts'
import { loadItems } from './load-items.ts'
import { returnedAccountWarnings } from './returned-accounts.ts'

/** A reason why the run's bank file would be refused. Without an employee, the fault is in the company's data. */
export type PaymentFault = {
  employeeId: number | null
  sentence: string
  isAccountMissing: boolean
  /** The file would be created, but someone should look at it. */
  isWarning?: boolean
}

/**
 * The reasons why the bank file of a run could not be created, for each person. The run's pays are processed
 * in this transaction.
 */
export async function checkRunPayments(
  service: Service,
  tx: Tx,
  company: Company,
  runId: number,
): Promise<PaymentFault[]> {
  const items = await loadItems(tx, company.id, { runIds: [runId] })
  const collected = await collect(service, tx, items)
  if (collected instanceof Problem) return [ofCompany(collected)]
  const { credits, withoutAccount } = collected
  const missing = withoutAccount.map(({ employee_id }) => ({
    employeeId: employee_id,
    sentence: 'No bank account on file: add one, or change the pay method.',
    isAccountMissing: true,
  }))
  if (credits.length === 0) return missing
  const warnings = (await returnedAccountWarnings(service, tx, company, credits)).map((row) => ({
    ...row,
    isAccountMissing: false,
    isWarning: true,
  }))
  const payDate = items.at(-1)?.payDate ?? ''
  const write = (payments: readonly Credit[]) =>
    refusalOf(() =>
      writeBankText(service.cipher, company, formatOf(company, undefined), payments, {
        valueDate: payDate,
        created: service.clock.today(),
        reference: runReference(runId),
        options: {},
      }),
    )
  const whole = write(credits)
  if (!whole) return [...missing, ...warnings]
  const own = credits.flatMap((credit): PaymentFault[] => {
    const refused = write([credit])
    return refused
      ? [{ employeeId: credit.employeeId, sentence: refused.message, isAccountMissing: false }]
      : []
  })
  // If every payment is refused on its own, or only the file as a whole, the fault is in the payer's data.
  const isOwn = own.length > 0 && new Set(own.map(({ sentence }) => sentence)).size === own.length
  return [...missing, ...warnings, ...(isOwn && own.length < credits.length ? own : [ofCompany(whole)])]
}

async function collect(
  service: Service,
  tx: Tx,
  items: Awaited<ReturnType<typeof loadItems>>,
): Promise<Collected | Problem> {
  try {
    return await collectCredits(service, tx, items, items)
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

function refusalOf(write: () => string): Problem | null {
  try {
    write()
    return null
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

const ofCompany = ({ message }: Problem): PaymentFault => ({
  employeeId: null,
  sentence: message,
  isAccountMissing: false,
})

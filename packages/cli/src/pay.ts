import type { TasmanClient } from '@tasman/client'
import { UsageError } from './arguments.ts'
import type { Context } from './commands.ts'
import { type Io, type Row, table } from './io.ts'

type PayAnswer = Record<string, unknown> & {
  hours?: { description: string; value: number; rate: number | null }[]
  warnings?: string[]
}
type Asked = { companyId: number; employeeId: number }

export const payRow = (entry: Record<string, unknown>): Row => {
  const { id, format_name, processed_date, gross, tax, net, super: contribution } = entry as Row
  return { id, name: format_name, paid: processed_date, gross, tax, net, super: contribution }
}

/** Previews a pay. Without --hours the service proposes the hours that a draft would pay. */
export async function previewPay(
  api: TasmanClient,
  { io, options }: Context,
  asked: Asked,
): Promise<PayAnswer[]> {
  return said(io, await send(api, options, asked, true))
}

/**
 * Processes a pay. Without --hours the service proposes the figures, so the person must confirm them first.
 * With --hours, the command also asks a person at a terminal, but not a script.
 */
export async function createPay(api: TasmanClient, context: Context, asked: Asked): Promise<PayAnswer[]> {
  const { io, options } = context
  if (options.yes) return said(io, await send(api, options, asked, false))
  if (!io.isTerminal && !options.hours)
    throw new UsageError(
      'Without --hours the service proposes the hours, and there is no terminal to confirm them on: add --hours <number>, or --yes to accept the proposal.',
    )
  if (!io.isTerminal) return said(io, await send(api, options, asked, false))
  for (const pay of await send(api, options, asked, true)) describe(io, pay)
  if (!/^y(es)?$/i.test((await io.ask('Process this pay? [y/N] ')).trim()))
    throw new Error('Nothing was processed.')
  return send(api, options, asked, false)
}

async function send(
  api: TasmanClient,
  { hours, date }: Context['options'],
  { companyId, employeeId }: Asked,
  isPreview: boolean,
): Promise<PayAnswer[]> {
  const rows = hours ? { hours: [{ description: 'Ordinary hours', units: 'hours', value: hours }] } : {}
  const pays = await api.put('/api/company/{company_id}/pays/create', {
    path: { company_id: companyId },
    query: {
      dry_run: isPreview,
      ...(hours ? {} : { use_standard_hours: true }),
      ...(date ? { pay_date: date } : {}),
    },
    body: [{ employee_id: employeeId, ...rows }],
  })
  return pays as never
}

/** Prints the lines and figures of a preview before the question. */
export function describe(io: Io, pay: PayAnswer): void {
  const lines: Row[] = ['hours', 'leave', 'allowances', 'bonuses', 'deductions', 'pay_sacrifices'].flatMap(
    (kind) =>
      ((pay[kind] ?? []) as Record<string, string | number | null>[]).map((row) => ({
        item: kind,
        description: row.description,
        quantity: row.value ?? row.hours ?? null,
        amount: row.pay_amount ?? row.total_amount ?? row.amount ?? null,
      })),
  )
  if (lines.length > 0) io.note(table(lines))
  io.note(table([payRow(pay)]))
  said(io, [pay])
}

/** Prints the warnings next to the result, for scripts too. */
function said(io: Io, pays: PayAnswer[]): PayAnswer[] {
  for (const { warnings } of pays) for (const warning of warnings ?? []) io.note(`Warning: ${warning}`)
  return pays
}

import { setTimeout as wait } from 'node:timers/promises'
import { type Model, type TasmanClient, TasmanError } from '@tasman/client'
import { UsageError } from './arguments.ts'
import { bar, type Io, type Row } from './io.ts'

const UNITS: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000 }

export const clockLine = ({ now, status, advance_to }: Model<'SandboxClock'>): Row => ({
  now,
  status,
  advance_to,
})

/** Advances the clock to a date (`2026-12-01`) or by a duration (`7d`), and waits until it is done. */
export async function advanceClock(api: TasmanClient, io: Io, to: string): Promise<Row> {
  const [, count, unit] = /^(\d{1,6})([dhm])$/.exec(to) ?? []
  const { now } = await api.get('/api/sandbox/clock')
  const later = new Date(Date.parse(`${now}Z`) + Number(count) * (UNITS[unit ?? ''] ?? 0))
  const advance_to = count ? later.toISOString().slice(0, 19) : to
  let clock = await api.post('/api/sandbox/clock', { body: { advance_to } })
  while (clock.status === 'advancing' && !io.stopped.aborted) {
    await wait(500)
    const next = await api.get('/api/sandbox/clock').catch((error: unknown) => {
      if (error instanceof TasmanError && error.status === 401) return null
      throw error
    })
    if (!next) {
      io.note(
        `The clock is moving to ${clock.advance_to}. Your access token has expired on it: use a new token for the next command.`,
      )
      break
    }
    clock = next
    io.progress?.(`${clock.now} `)
  }
  return clockLine(clock)
}

/** Pays all employees of a company period after period, as a payroll officer would: draft, process, next week. */
export async function simulate(
  api: TasmanClient,
  io: Io,
  companyId: number,
  periods: number,
): Promise<Row[]> {
  const path = { company_id: companyId }
  const { default_pay_period } = await api.get('/api/company/{company_id}', { path })
  const days = { WEEKLY: 7, FORTNIGHTLY: 14, FOUR_WEEKLY: 28, MONTHLY: 30 }[default_pay_period]
  const advance = bar(io, periods)
  const rows: Row[] = []
  for (let period = 0; period < periods; period += 1) {
    const { now } = await api.get('/api/sandbox/clock')
    const body = { pay_period: default_pay_period, pay_date: now.slice(0, 10) }
    const { pay_run_id } = await api.post('/api/company/{company_id}/pay-runs', { path, body })
    const run = { ...path, pay_run_id: Number(pay_run_id) }
    const processed = await api.post('/api/company/{company_id}/pay-runs/{pay_run_id}/process', { path: run })
    const { employee_count, gross, tax, net } = processed.totals
    rows.push({ pay_date: body.pay_date, people: employee_count, gross, tax, net } as Row)
    await advanceClock(api, { ...io, progress: undefined }, `${days}d`)
    advance()
  }
  return rows
}

const TRIGGERED = ['company', 'employee', 'pay'].flatMap((entity) =>
  ['created', 'updated', 'deleted'].map((verb) => `${entity}.${verb}`),
)

/** Triggers an event by creating new records, so existing records stay untouched. */
export async function trigger(api: TasmanClient, event: string): Promise<Row> {
  const [entity = '', verb = ''] = event.split('.')
  if (!TRIGGERED.includes(event)) throw new UsageError(`The event must be one of ${TRIGGERED.join(', ')}.`)
  await api.get('/api/sandbox')
  const company = await api.put('/api/company/create', {
    body: { legal_name: 'Trigger Pty Ltd', abn: '51824753556' },
  })
  const path = { company_id: company.id }
  if (entity === 'company') {
    if (verb === 'updated')
      await api.patch('/api/company/{company_id}', { path, body: { trading_name: 'Triggered' } })
    if (verb === 'deleted') await api.delete('/api/company/{company_id}', { path })
    return { event, entity, id: company.id }
  }
  const employeeId = await anEmployee(api, company.id)
  if (entity === 'employee') {
    const body = [{ id: employeeId, position: 'Triggered' }]
    if (verb === 'updated') await api.patch('/api/company/{company_id}/employees/update', { path, body })
    if (verb === 'deleted')
      await api.delete('/api/employees/{employee_id}', { path: { employee_id: employeeId } })
    return { event, entity, id: employeeId }
  }
  const hours = [{ description: 'Ordinary hours', units: 'hours', value: '38' }]
  const body = [{ employee_id: employeeId, hours }]
  const pays = await api.put('/api/company/{company_id}/pays/create', { path, body })
  const [pay] = pays as Model<'Pay'>[]
  const payPath = { ...path, pay_id: Number(pay?.id) }
  const fewer = { hours: [{ description: 'Ordinary hours', units: 'hours', value: '30' }] }
  if (verb === 'updated')
    await api.put('/api/company/{company_id}/pays/{pay_id}', { path: payPath, body: fewer })
  if (verb === 'deleted') await api.delete('/api/company/{company_id}/pays/{pay_id}', { path: payPath })
  return { event, entity, id: payPath.pay_id }
}

async function anEmployee(api: TasmanClient, companyId: number): Promise<number> {
  const [result] = await api.put('/api/company/{company_id}/employees/create', {
    path: { company_id: companyId },
    body: [
      {
        first_name: 'Tia',
        last_name: 'Trigger',
        date_of_birth: '1990-03-04',
        start_date: '2024-01-08',
        employment_status: 'Full-time',
        pay_rate_per_hour: '40.00',
        address1: '4 Harbour Street',
        city: 'Sydney',
        state: 'NSW',
        country: 'AU',
        postcode: '2000',
        tax_file_number: '123456782',
        is_foreign_resident: false,
        has_claimed_tax_free_threshold: true,
        has_stsl_liability: false,
        is_closely_held: false,
      },
    ],
  })
  if (!result?.employee) throw new Error(Object.values(result?.errors ?? {}).join(' '))
  return Number(result.employee.id)
}

import type { TasmanClient } from '@tasman/client'
import { z } from 'zod'
import { PAGE, PAGING, pageOf } from './list.ts'

type Shape = Record<string, z.ZodType>
type Args<S extends Shape> = z.infer<z.ZodObject<S>>
export type Read = {
  name: string
  does: string
  takes: Shape
  gives: Shape
  run(api: TasmanClient, args: never): Promise<object>
}
export type Write = Omit<Read, 'gives' | 'run'> & {
  preview(api: TasmanClient, args: never): Promise<unknown>
  run(api: TasmanClient, args: never): Promise<unknown>
}

const read = <S extends Shape>(
  name: string,
  does: string,
  takes: S,
  run: (api: TasmanClient, args: Args<S>) => Promise<unknown>,
  gives: Shape = { record: z.looseObject({}).describe('The record as the API returns it.') },
): Read => ({ name, does, takes, gives, run: async (api, args) => ({ record: await run(api, args) }) })

/** A paginated list tool. `usual` lists the members shown by default. */
const list = <S extends Shape>(
  name: string,
  does: string,
  takes: S,
  usual: readonly string[],
  load: (api: TasmanClient, args: Args<S>) => Promise<readonly object[]>,
): Read => ({
  name,
  does: `${does} Shows ${usual.join(', ')} unless \`fields\` names others.`,
  takes: { ...takes, ...PAGING },
  gives: PAGE,
  run: async (api, args) => {
    const { limit, offset, fields, ...rest } = args as Record<string, never>
    return pageOf(await load(api, rest as never), given({ limit, offset, fields }), usual)
  },
})

const write = <S extends Shape>(
  name: string,
  does: string,
  takes: S,
  send: (api: TasmanClient, args: Args<S>, isPreview: boolean) => Promise<unknown>,
): Write => ({
  name,
  does,
  takes,
  preview: (api, args) => send(api, args, true),
  run: (api, args) => send(api, args, false),
})

const company = { company_id: z.number().int().describe('Company id, from list_companies.') }
const employee = { employee_id: z.number().int().describe('Employee id, from list_employees.') }
const date = z.string().regex(/^\d{4}-\d\d-\d\d$/)
const span = {
  from_date: date.optional().describe('First day, such as 2026-07-01.'),
  to_date: date.optional().describe('Last day, included.'),
}
const pay = { pay_id: z.number().int().describe('Pay id, from list_pays.') }
/** Numbers or strings, as the API accepts them. */
const amount = z.union([z.number(), z.string()])

/** Drops undefined members. */
const given = <T extends object>(query: T) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: NonNullable<T[K]>
  }

export const PERSON = [
  'id',
  'number',
  'first_name',
  'last_name',
  'employment_status',
  'pay_rate_per_hour',
  'is_terminated',
]
const OBLIGATION = ['kind', 'authority', 'period_start', 'period_end', 'due_date', 'amount', 'status']
const PAY = ['id', 'employee_id', 'format_name', 'processed_date', 'status', 'gross', 'tax', 'net', 'super']

export const READS: readonly Read[] = [
  list(
    'list_companies',
    'The companies this connection reaches.',
    {},
    ['id', 'legal_name', 'trading_name', 'jurisdiction', 'default_pay_period'],
    (api) => api.get('/api/company'),
  ),
  list('list_employees', 'The employees of a company.', company, PERSON, (api, path) =>
    api.get('/api/company/{company_id}/employees', { path }),
  ),
  read('get_employee', 'One employee with every stored field.', employee, (api, path) =>
    api.get('/api/employees/{employee_id}', { path }),
  ),
  list(
    'list_pays',
    'Pays by pay date, both dates included.',
    { ...company, ...span },
    PAY,
    async (api, { company_id, ...query }) =>
      (await api.get('/api/company/{company_id}/pays', {
        path: { company_id },
        query: given(query),
      })) as object[],
  ),
  list(
    'list_pay_runs',
    'Pay runs with their totals.',
    { ...company, ...span },
    ['pay_run_id', 'pay_run_start_date', 'pay_run_end_date', 'pay_period', 'status', 'totals'],
    (api, { company_id, ...query }) =>
      api.get('/api/company/{company_id}/pay-runs', { path: { company_id }, query: given(query) }),
  ),
  read(
    'explain_pay',
    'Explains every figure of a pay: the steps with their inputs, rules and sources.',
    { ...company, ...pay },
    (api, path) => api.get('/api/company/{company_id}/pays/{pay_id}/explanation', { path }),
  ),
  list(
    'list_obligations',
    'What the company owes to whom and by when.',
    { ...company, ...span },
    OBLIGATION,
    (api, { company_id, ...query }) =>
      api.get('/api/company/{company_id}/obligations', { path: { company_id }, query: given(query) }),
  ),
  read('get_termination', 'The latest termination of an employee.', employee, (api, path) =>
    api.get('/api/employees/{employee_id}/termination', { path }),
  ),
]

const description = z.string().describe('Its name on the payslip.')
const payItem = z.object({
  employee_id: z.number().int().describe('Employee id, from list_employees.'),
  hours: z
    .array(
      z.object({
        description,
        units: z.string().describe('hours, or another unit.'),
        value: amount.describe('How many, such as 38 or 7.6.'),
      }),
    )
    .optional()
    .describe('Work that is paid by the hour.'),
  leave: z
    .array(
      z.object({
        description,
        leave_type: z.string().describe('HOLIDAY, SICK and others, as in leave_balance_rows of a pay.'),
        date: date.describe('First day of the leave.'),
        hours: amount.describe('Hours of leave.'),
      }),
    )
    .optional()
    .describe('Leave taken in the period.'),
  allowances: z
    .array(
      z.object({
        description,
        amount: amount.describe('Dollars a unit.'),
        units: amount.optional().describe('Default 1.'),
      }),
    )
    .optional()
    .describe('Allowances of this pay.'),
  deductions: z
    .array(z.object({ description, amount: amount.describe('Dollars.') }))
    .optional()
    .describe('Deductions from the net pay.'),
  bonuses: z
    .array(
      z.object({
        description,
        amount: amount.describe('Dollars before tax.'),
        tax_method: z
          .string()
          .optional()
          .describe('Australia: METHOD_A and others; by default the usual one.'),
      }),
    )
    .optional()
    .describe('Bonuses and commissions.'),
})

export const WRITES: readonly Write[] = [
  write(
    'create_pays',
    'Processes pays: all of them or none.',
    {
      ...company,
      pay_date: date.optional().describe('Default: today.'),
      pays: z.array(payItem).min(1).max(200).describe('One entry for each pay.'),
    },
    (api, { company_id, pay_date, pays }, dry_run) =>
      api.put('/api/company/{company_id}/pays/create', {
        path: { company_id },
        query: given({ dry_run, pay_date }),
        body: pays as never,
      }),
  ),
  write(
    'terminate_employee',
    'Ends an employment with a final pay that pays out what is owed.',
    {
      ...employee,
      termination_date: date.describe('Last day of the employment.'),
      pay_date: date.describe('Day the final pay is paid.'),
      reason: z
        .enum([
          'TERMINATION',
          'REDUNDANCY',
          'INVALIDITY',
          'DEATH_DEPENDENT',
          'DEATH_NON_DEPENDENT',
          'DEATH_ESTATE',
        ])
        .optional()
        .describe('Australia only; default TERMINATION.'),
    },
    (api, { employee_id, ...body }, dry_run) =>
      api.post('/api/employees/{employee_id}/terminate', {
        path: { employee_id },
        query: { dry_run },
        body: given(body) as never,
      }),
  ),
  write(
    'lodge_pays',
    'Lodges pays with the tax office (Australia) or files them with Inland Revenue (New Zealand).',
    {
      ...company,
      pay_ids: z.array(z.number().int()).min(1).describe('Ids of processed pays, from list_pays.'),
    },
    async (api, { company_id, pay_ids }, dry_run) => {
      const path = { company_id }
      const call = { path, body: { pay_ids, dry_run } }
      const { jurisdiction } = await api.get('/api/company/{company_id}', { path })
      return jurisdiction === 'NZ'
        ? api.post('/api/payday-filing/{company_id}/submit', call)
        : api.post('/api/single-touch/{company_id}/submit-stp-pays', call)
    },
  ),
  write(
    'delete_pay',
    'Deletes a pay. Later pays do not change: the response lists those that would differ.',
    { ...company, ...pay },
    (api, path, dry_run) =>
      api.delete('/api/company/{company_id}/pays/{pay_id}', { path, query: { dry_run } }),
  ),
  write(
    'update_employee',
    'Changes fields of an employee, named as get_employee shows them.',
    {
      ...company,
      ...employee,
      fields: z
        .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
        .describe('New values by member, such as {"position": "Roaster"}; null clears it.'),
    },
    (api, { company_id, employee_id, fields }, dry_run) =>
      api.patch('/api/company/{company_id}/employees/update', {
        path: { company_id },
        query: { dry_run },
        body: [{ ...fields, id: employee_id }] as never,
      }),
  ),
  write(
    'process_pay_run',
    'Processes the drafts of a pay run: everybody in it is paid.',
    { ...company, pay_run_id: z.number().int().describe('Pay run id, from list_pay_runs.') },
    (api, path, dry_run) =>
      api.post('/api/company/{company_id}/pay-runs/{pay_run_id}/process', { path, query: { dry_run } }),
  ),
]

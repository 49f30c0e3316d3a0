import type { TasmanClient } from '@tasman/client'
import { z } from 'zod'

type Shape = Record<string, z.ZodType>
type Args<S extends Shape> = z.infer<z.ZodObject<S>>
export type Read = {
  name: string
  does: string
  takes: Shape
  run(api: TasmanClient, args: never): Promise<unknown>
}
export type Write = Read & { preview(api: TasmanClient, args: never): Promise<unknown> }

const read = <S extends Shape>(
  name: string,
  does: string,
  takes: S,
  run: (api: TasmanClient, args: Args<S>) => Promise<unknown>,
): Read => ({ name, does, takes, run })

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

const company = { company_id: z.number().int().describe('Of list_companies.') }
const employee = { employee_id: z.number().int().describe('Of list_employees.') }
const date = z.string().regex(/^\d{4}-\d\d-\d\d$/)
const span = { from_date: date.optional(), to_date: date.optional() }

/** What is left out is not sent. */
const given = <T extends object>(query: T) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: NonNullable<T[K]>
  }

export const READS: readonly Read[] = [
  read('list_companies', 'The companies this connection reaches.', {}, (api) => api.get('/api/company')),
  read(
    'list_employees',
    'The employees of a company, with rates, settings and leave.',
    company,
    (api, path) => api.get('/api/company/{company_id}/employees', { path }),
  ),
  read('get_employee', 'One employee with everything that is kept.', employee, (api, path) =>
    api.get('/api/employees/{employee_id}', { path }),
  ),
  read(
    'list_pays',
    'Pays by pay date, both dates included.',
    { ...company, ...span },
    (api, { company_id, ...query }) =>
      api.get('/api/company/{company_id}/pays', { path: { company_id }, query: given(query) }),
  ),
  read(
    'list_pay_runs',
    'Pay runs with their totals.',
    { ...company, ...span },
    (api, { company_id, ...query }) =>
      api.get('/api/company/{company_id}/pay-runs', { path: { company_id }, query: given(query) }),
  ),
  read(
    'explain_pay',
    'Why every figure of a pay is what it is: the steps with their inputs, rules and sources.',
    { ...company, pay_id: z.number().int() },
    (api, path) => api.get('/api/company/{company_id}/pays/{pay_id}/explanation', { path }),
  ),
  read(
    'list_obligations',
    'What the company owes to whom and by when.',
    { ...company, ...span },
    (api, { company_id, ...query }) =>
      api.get('/api/company/{company_id}/obligations', { path: { company_id }, query: given(query) }),
  ),
  read('get_termination', 'The latest termination of an employee.', employee, (api, path) =>
    api.get('/api/employees/{employee_id}/termination', { path }),
  ),
]

const payItem = z.object({
  employee_id: z.number().int(),
  hours: z
    .array(
      z.object({
        description: z.string(),
        units: z.string(),
        value: z.string().describe('A decimal, such as "38".'),
      }),
    )
    .optional(),
  bonuses: z
    .array(z.object({ description: z.string(), amount: z.string(), tax_method: z.string().optional() }))
    .optional(),
})

export const WRITES: readonly Write[] = [
  write(
    'create_pays',
    'Processes pays: all of them or none.',
    {
      ...company,
      pay_date: date.optional().describe('Today when left out.'),
      pays: z.array(payItem).min(1).max(200),
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
      termination_date: date,
      pay_date: date,
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
        .describe('Australia only; TERMINATION when left out.'),
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
    { ...company, pay_ids: z.array(z.number().int()).min(1) },
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
    'Deletes a pay. Later pays are not changed in silence: the answer names them.',
    { ...company, pay_id: z.number().int() },
    (api, path, dry_run) =>
      api.delete('/api/company/{company_id}/pays/{pay_id}', { path, query: { dry_run } }),
  ),
  write(
    'update_employee',
    'Changes fields of an employee, named as get_employee shows them.',
    {
      ...company,
      ...employee,
      fields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
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
    { ...company, pay_run_id: z.number().int().describe('Of list_pay_runs.') },
    (api, path, dry_run) =>
      api.post('/api/company/{company_id}/pay-runs/{pay_run_id}/process', { path, query: { dry_run } }),
  ),
]

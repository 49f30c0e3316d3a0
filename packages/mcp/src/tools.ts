import type { TasmanClient } from '@tasman/client'
import { z } from 'zod'
import { PAGE, PAGING, pageOf } from './list.ts'
import { closed, type Shape } from './requests.ts'

type Args<S extends Shape> = z.infer<z.ZodObject<S>>
export type Read = {
  name: string
  title: string
  does: string
  takes: ReturnType<typeof closed>
  gives: Shape
  run(api: TasmanClient, args: never): Promise<object>
}
const read = <S extends Shape>(
  name: string,
  title: string,
  does: string,
  takes: S,
  run: (api: TasmanClient, args: Args<S>) => Promise<unknown>,
  gives: Shape = { record: z.looseObject({}).describe('The record as the API returns it.') },
): Read => ({
  name,
  title,
  does,
  takes: closed(takes),
  gives,
  run: async (api, args) => ({ record: await run(api, args) }),
})

/** A paginated list tool. `usual` lists the members shown by default. */
const list = <S extends Shape>(
  name: string,
  title: string,
  does: string,
  takes: S,
  usual: readonly string[],
  load: (api: TasmanClient, args: Args<S>) => Promise<readonly object[]>,
): Read => ({
  name,
  title,
  does: `${does} Shows ${usual.join(', ')} unless \`fields\` names others.`,
  takes: closed({ ...takes, ...PAGING }),
  gives: PAGE,
  run: async (api, args) => {
    const { limit, offset, fields, ...rest } = args as Record<string, never>
    return pageOf(await load(api, rest as never), given({ limit, offset, fields }), usual)
  },
})

const company = { company_id: z.number().int().describe('Company id, from list_companies.') }
const employee = { employee_id: z.number().int().describe('Employee id, from list_employees.') }
const date = z.string().regex(/^\d{4}-\d\d-\d\d$/)
const span = {
  from_date: date.optional().describe('First day, such as 2026-07-01.'),
  to_date: date.optional().describe('Last day, included.'),
}
const pay = { pay_id: z.number().int().describe('Pay id, from list_pays.') }
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
    'List companies',
    'The companies that this connection can access.',
    {},
    ['id', 'legal_name', 'trading_name', 'jurisdiction', 'default_pay_period'],
    (api) => api.get('/api/company'),
  ),
  list('list_employees', 'List employees', 'The employees of a company.', company, PERSON, (api, path) =>
    api.get('/api/company/{company_id}/employees', { path }),
  ),
  read('get_employee', 'Read an employee', 'One employee with every stored field.', employee, (api, path) =>
    api.get('/api/employees/{employee_id}', { path }),
  ),
  list(
    'list_pays',
    'List pays',
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
    'List pay runs',
    'Pay runs with their totals.',
    { ...company, ...span },
    ['pay_run_id', 'pay_run_start_date', 'pay_run_end_date', 'pay_period', 'status', 'totals'],
    (api, { company_id, ...query }) =>
      api.get('/api/company/{company_id}/pay-runs', { path: { company_id }, query: given(query) }),
  ),
  read(
    'explain_pay',
    'Explain a pay',
    'Explains every figure of a pay: the steps with their inputs, rules and sources.',
    { ...company, ...pay },
    (api, path) => api.get('/api/company/{company_id}/pays/{pay_id}/explanation', { path }),
  ),
  list(
    'list_obligations',
    'List obligations',
    'What the company owes, to whom and by when.',
    { ...company, ...span },
    OBLIGATION,
    (api, { company_id, ...query }) =>
      api.get('/api/company/{company_id}/obligations', { path: { company_id }, query: given(query) }),
  ),
  read(
    'get_termination',
    'Read a termination',
    'The latest termination of an employee.',
    employee,
    (api, path) => api.get('/api/employees/{employee_id}/termination', { path }),
  ),
]

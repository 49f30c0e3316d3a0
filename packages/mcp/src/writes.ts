import type { TasmanClient } from '@tasman/client'
import { z } from 'zod'
import type { OperationId } from './operations.ts'
import { closed, itemOf, membersOf, parametersOf, partsOf, type Shape } from './requests.ts'

type Args = Record<string, unknown>
export type Write = {
  name: string
  title: string
  does: string
  takes: ReturnType<typeof closed>
  /** Calls the API, as a dry run for the preview. */
  send(api: TasmanClient, args: Args, isPreview: boolean): Promise<unknown>
}

type Parts = ReturnType<typeof partsOf>
const write = (
  name: string,
  title: string,
  does: string,
  operation: OperationId,
  body: Shape,
  send: (api: TasmanClient, parts: Parts, dry_run: boolean, args: Args) => Promise<unknown>,
  without: readonly string[] = [],
): Write => ({
  name,
  title,
  does,
  takes: closed({ ...parametersOf(operation, without), ...body }),
  send: (api, args, isPreview) => send(api, partsOf(operation, args), isPreview, args),
})

/** `employee_id` names the employee. A second key could name another one, and dropping it would change the wrong record. */
function withoutKeys(fields: object): object {
  const key = ['id', 'number'].find((name) => name in fields)
  if (key) throw new Error(`422: Unknown field: ${key}. employee_id names the employee.`)
  return fields
}

export const WRITES: readonly Write[] = [
  write(
    'create_pays',
    'Process pays',
    'Processes pays: all of them or none.',
    'createPays',
    { pays: z.array(itemOf('createPays')).min(1).max(200).describe('One entry for each pay.') },
    (api, { path, query }, dry_run, { pays }) =>
      api.put('/api/company/{company_id}/pays/create', {
        path: path as never,
        query: { ...query, dry_run },
        body: pays as never,
      }),
  ),
  write(
    'terminate_employee',
    'End an employment',
    'Ends an employment with a final pay that pays out what is owed.',
    'terminateEmployee',
    membersOf('terminateEmployee'),
    (api, { path, query, rest }, dry_run) =>
      api.post('/api/employees/{employee_id}/terminate', {
        path: path as never,
        query: { ...query, dry_run },
        body: rest as never,
      }),
  ),
  write(
    'lodge_pays',
    'Lodge pays',
    'Lodges pays with the tax office (Australia) or files them with Inland Revenue (New Zealand).',
    'submitStpPays',
    membersOf('submitStpPays', 'submitPaydayFiling'),
    async (api, { path, rest }, dry_run) => {
      const call = { path: path as never, body: { ...rest, dry_run } as never }
      const { jurisdiction } = await api.get('/api/company/{company_id}', { path: path as never })
      return jurisdiction === 'NZ'
        ? api.post('/api/payday-filing/{company_id}/submit', call)
        : api.post('/api/single-touch/{company_id}/submit-stp-pays', call)
    },
  ),
  write(
    'delete_pay',
    'Delete a pay',
    'Deletes a pay. Later pays do not change: the response lists those that would differ.',
    'deletePay',
    {},
    (api, { path, query }, dry_run) =>
      api.delete('/api/company/{company_id}/pays/{pay_id}', {
        path: path as never,
        query: { ...query, dry_run },
      }),
  ),
  write(
    'update_employee',
    'Change an employee',
    'Changes fields of an employee, named as get_employee shows them.',
    'updateEmployees',
    {
      employee_id: z.number().int().describe('Employee id, from list_employees.'),
      fields: itemOf('updateEmployees', ['id', 'number']).describe('New values by field; null clears one.'),
    },
    (api, { path }, dry_run, { employee_id: id, fields }) =>
      api.patch('/api/company/{company_id}/employees/update', {
        path: path as never,
        query: { dry_run },
        body: [{ ...withoutKeys(fields as object), id }] as never,
      }),
    ['identifier_type'],
  ),
  write(
    'process_pay_run',
    'Process a pay run',
    'Processes the drafts of a pay run: everyone in it is paid.',
    'processPayRun',
    {},
    (api, { path, query }, dry_run) =>
      api.post('/api/company/{company_id}/pay-runs/{pay_run_id}/process', {
        path: path as never,
        query: { ...query, dry_run },
      }),
  ),
]

import { useState } from 'react'
import { ApiError, call } from '../api/client.ts'
import { useWrite } from '../api/hooks.ts'
import type { Employee, EmployeeResult } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { inLabels } from './labels.ts'

export type Members = Record<string, unknown>
type Options = { onSaved: (employee: Employee, warnings: string[]) => void }

/** Saves an employee after a dry run, so problems with the service or a tax office appear before anything changes. */
export function useSaveEmployee(id: number | null, { onSaved }: Options) {
  const { api } = useCompany()
  const [refusal, setRefusal] = useState<Error | null>(null)
  const [isTrying, setIsTrying] = useState(false)
  const write = useWrite<EmployeeResult[]>(`${api}/employees`, `${api}/pay`, '/api/employees', '/api/company')
  const method = id === null ? 'PUT' : 'PATCH'
  const path = `${api}/employees/${id === null ? 'create' : 'update'}`
  const bodyOf = (members: Members) => [id === null ? members : { id, ...members }]

  /** The fields that would be rejected. Writes nothing. */
  const check = async (members: Members, version?: string): Promise<ApiError | null> => {
    try {
      const trial = `${path}?dry_run=true`
      const [result] = await call<EmployeeResult[]>(method, trial, bodyOf(members), undefined, version)
      if (!result?.employee) return refusalOf(result)
      const refused = refusedByTaxOffice(result.warnings ?? [], members)
      return Object.keys(refused).length > 0
        ? new ApiError(207, 'The tax office would refuse it.', refused)
        : null
    } catch (error) {
      return error instanceof ApiError ? error : new ApiError(0, String(error))
    }
  }

  /** `version` is the version of the employee that the form read. When it is outdated, the answer is 412. */
  const save = async (members: Members, version?: string) => {
    setIsTrying(true)
    const refused = await check(members, version)
    setRefusal(refused)
    setIsTrying(false)
    if (refused) return
    write.mutate(
      { method, path, body: bodyOf(members), version },
      {
        onSuccess: ([result]) => {
          if (result?.employee) onSaved(result.employee, result.warnings ?? [])
          else setRefusal(refusalOf(result))
        },
      },
    )
  }
  return { save, check, isSaving: isTrying || write.isPending, error: refusal ?? write.error }
}

/** The errors of a batch entry as one error with its fields. */
function refusalOf(result: EmployeeResult | undefined): ApiError {
  const errors = result?.errors ?? {}
  const fields = Object.fromEntries(
    Object.entries(errors).filter(([name]) => !['detail', 'licence', 'exception'].includes(name)),
  )
  return new ApiError(207, Object.values(errors)[0] ?? 'The employee was not saved.', fields)
}

const WOULD_REFUSE = /^(\w+): ((?:Single Touch Payroll|Inland Revenue) would refuse .*)$/

/** The service accepts values that a tax office would reject, and warns about them. The form blocks them. */
function refusedByTaxOffice(warnings: readonly string[], members: Members): Record<string, string> {
  return Object.fromEntries(
    warnings.flatMap((warning) => {
      const [, field = '', sentence = ''] = WOULD_REFUSE.exec(warning) ?? []
      return field in members ? [[field, inLabels(sentence)]] : []
    }),
  )
}

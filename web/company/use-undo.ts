import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call } from '../api/client.ts'
import { useSession } from '../api/hooks.ts'
import type { Employee, EmployeeHistoryEntry, ImportKind, Pay } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import {
  formerValues,
  joinImports,
  type KeptImport,
  loadImports,
  saveImports,
} from '../import/kept-imports.ts'
import type { PreparedRow } from '../import/prepare.ts'
import { touchedBy } from '../import/undo.ts'

/** The number of simultaneous requests for employees' records. */
const AT_ONCE = 10

/** The time by the service's clock. */
export const serviceTime = async (): Promise<string> =>
  (await call<{ time: string }>('GET', '/api/health')).time

/** Undoes imports of employees, even after the page was closed, until one of these employees has a pay. */
export function useUndo(kind: ImportKind, people: Employee[] | undefined) {
  const { api, company } = useCompany()
  const client = useQueryClient()
  const session = useSession().data
  const scope = { person: session?.id ?? 0, company: company.id }
  const [kept, setKept] = useState(() => loadImports(localStorage, scope))
  /** The import of the open file, identified by its start time. */
  const [current, setCurrent] = useState<string | null>(null)
  const keep = (imports: KeptImport[]) => {
    saveImports(localStorage, scope, imports)
    setKept(imports)
  }
  const undo = useMutation<number, Error, KeptImport>({
    mutationFn: async (one) => {
      const after = new Set((await call<Employee[]>('GET', `${api}/employees`)).map(({ id }) => id))
      const created = one.created.filter((id) => after.has(id))
      await inParts(created, async (id) => {
        const [pay] = await call<Pay[]>('GET', `${api}/pays?employee_id=${id}`)
        if (pay) throw new ApiError(409, hasPay(pay))
      })
      const changed = await inParts(
        one.changed.filter(({ id }) => after.has(id)),
        async ({ id, fields }) => {
          const history = await call<EmployeeHistoryEntry[]>('GET', `/api/employees/${id}/history`)
          return { id, ...formerValues(one, fields, history, session?.email ?? '') }
        },
      )
      const restored = changed.filter((member) => Object.keys(member).length > 1)
      if (restored.length > 0) await call('PATCH', `${api}/employees/update`, restored)
      // A deleted employee keeps their number. Clearing it lets the same file be imported again.
      const numberless = created.map((id) => ({ id, number: null }))
      if (created.length > 0) await call('PATCH', `${api}/employees/update`, numberless)
      for (const id of created) await call('DELETE', `/api/employees/${id}`)
      return created.length + restored.length
    },
    onSuccess: (_count, one) => {
      keep(kept.filter(({ from }) => from !== one.from))
      return client.invalidateQueries()
    },
  })
  /** Stores the changes that an import made. `from` is its start time. */
  const remember = async (rows: PreparedRow[], name: string, from: string) => {
    undo.reset()
    if (kind.kind !== 'employees' || !people) return
    const [after, to] = await Promise.all([call<Employee[]>('GET', `${api}/employees`), serviceTime()])
    const before = kept.find((one) => one.from === current)
    const next = joinImports(before, { name, from, to, ...touchedBy(rows, people, after) })
    keep([next, ...kept.filter((one) => one !== before)])
    setCurrent(next.from)
  }
  return {
    current: kept.find(({ from }) => from === current),
    earlier: kind.kind === 'employees' ? kept.filter(({ from }) => from !== current) : [],
    isPending: undo.isPending,
    undone: undo.data,
    error: undo.error,
    start: undo.mutate,
    remember,
    forget: () => setCurrent(null),
  }
}

const hasPay = ({ format_name, status }: Pay) =>
  status === 'processed'
    ? `${format_name} was paid, so this import can no longer be undone. End the employment instead.`
    : `${format_name} is in a draft pay run. Delete the pay there, then undo the import.`

async function inParts<From, To>(list: readonly From[], each: (item: From) => Promise<To>): Promise<To[]> {
  const done: To[] = []
  for (let from = 0; from < list.length; from += AT_ONCE)
    done.push(...(await Promise.all(list.slice(from, from + AT_ONCE).map(each))))
  return done
}

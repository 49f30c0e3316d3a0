import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import type { Employee, ImportKind } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import type { PreparedRow } from '../import/prepare.ts'
import { undoOf } from '../import/undo.ts'

/** The last stored rows, and the employees before the import. */
type Stored = { rows: PreparedRow[]; before: Employee[] }

/** Undoes an import of employees while its page is open. The service refuses to delete an employee who was paid. */
export function useUndo(kind: ImportKind, people: Employee[] | undefined) {
  const { api } = useCompany()
  const client = useQueryClient()
  const [stored, setStored] = useState<Stored[]>([])
  const undo = useMutation<number, Error, void>({
    mutationFn: async () => {
      const after = await call<Employee[]>('GET', `${api}/employees`)
      // Starts with the newest import, because it may have changed employees that an earlier import created.
      const steps = stored.toReversed().map(({ rows, before }) => undoOf(rows, before, after))
      const created = [...new Set(steps.flatMap((step) => step.created))]
      for (const { changed } of steps)
        if (changed.length > 0) await call('PATCH', `${api}/employees/update`, changed)
      // A deleted employee keeps their number. Clearing it lets the same file be imported again.
      if (created.length > 0)
        await call(
          'PATCH',
          `${api}/employees/update`,
          created.map((id) => ({ id, number: null })),
        )
      for (const id of created) await call('DELETE', `/api/employees/${id}`)
      return created.length + steps.reduce((sum, { changed }) => sum + changed.length, 0)
    },
    onSuccess: () => {
      setStored([])
      return client.invalidateQueries()
    },
  })
  const remember = (rows: PreparedRow[]) => {
    undo.reset()
    if (kind.kind === 'employees' && people) setStored((all) => [...all, { rows, before: people }])
  }
  return {
    canUndo: stored.length > 0,
    isPending: undo.isPending,
    undone: undo.data,
    error: undo.error,
    start: () => undo.mutate(),
    remember,
    forget: () => setStored([]),
  }
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { useApi, useIsReader } from '../api/hooks.ts'
import type { ImportKind, PastImport, UndoneImport } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { UNDOABLE } from './import-words.ts'

/** Undoes imports of employees and of time. The service records each import, so it is listed in every browser until it is undone. */
export function useUndo(kind: ImportKind) {
  const { api } = useCompany()
  const client = useQueryClient()
  const isReader = useIsReader()
  const past = useApi<PastImport[]>(UNDOABLE.has(kind.kind) && !isReader ? `${api}/past-imports` : null)
  /** The import of the open file. */
  const [currentId, setCurrentId] = useState<number | null>(null)
  const open = (past.data ?? []).filter((one) => one.undone_at === null && one.kind === kind.kind)
  const undo = useMutation<UndoneImport, Error, PastImport>({
    mutationFn: ({ id }) => call('POST', `${api}/past-imports/${id}/undo`),
    onSuccess: () => client.invalidateQueries(),
  })
  return {
    /** Known before the list is read again, so that rows imported at once after the first belong to the same import. */
    currentId: currentId ?? undefined,
    current: open.find(({ id }) => id === currentId),
    earlier: open.filter(({ id }) => id !== currentId),
    isPending: undo.isPending,
    undone: undo.data,
    error: undo.error,
    start: undo.mutate,
    show: (id: number | null) => {
      undo.reset()
      setCurrentId(id)
    },
  }
}

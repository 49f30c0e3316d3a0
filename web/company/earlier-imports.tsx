import { useState } from 'react'
import type { PastImport } from '../api/types.ts'
import { moment } from '../format.ts'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'
import { countsOf, nameOf, willUndo } from './import-words.ts'
import type { ImportState } from './use-import.ts'

/** Earlier imports of the kind. Each can be undone until pays were made with it, or its drafts were processed. */
export function EarlierImports({ undo }: { undo: ImportState['undo'] }) {
  const [asked, setAsked] = useState<PastImport | null>(null)
  if (undo.earlier.length === 0) return null
  return (
    <Panel title="Earlier imports">
      <ul className="cards">
        {undo.earlier.map((one) => (
          <li key={one.id}>
            <div>
              <strong>{nameOf(one)}</strong>
              <p className="soft">
                {moment(one.created_at)}
                {one.created_by ? ` · ${one.created_by}` : ''} · {countsOf(one)}
              </p>
            </div>
            <button
              type="button"
              aria-label={`Undo the import of ${nameOf(one)}`}
              onClick={() => setAsked(one)}
            >
              Undo
            </button>
          </li>
        ))}
      </ul>
      {asked && (
        <Dialog title={`Undo the import of ${nameOf(asked)}?`} onClose={() => setAsked(null)}>
          <div className="form">
            <p>{willUndo(asked)}</p>
            <ErrorNotice error={undo.error} />
            <div className="buttons">
              <button
                type="button"
                className="danger"
                disabled={undo.isPending}
                onClick={() => undo.start(asked, { onSuccess: () => setAsked(null) })}
              >
                {undo.isPending ? 'Undoing …' : 'Undo this import'}
              </button>
              <button type="button" onClick={() => setAsked(null)}>
                Keep it
              </button>
            </div>
          </div>
        </Dialog>
      )}
    </Panel>
  )
}

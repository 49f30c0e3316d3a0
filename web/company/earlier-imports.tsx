import { useState } from 'react'
import { moment, plural } from '../format.ts'
import type { KeptImport } from '../import/kept-imports.ts'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'
import type { ImportState } from './use-import.ts'

/** Earlier imports that were made in this browser. Each can be undone. */
export function EarlierImports({ undo }: { undo: ImportState['undo'] }) {
  const [asked, setAsked] = useState<KeptImport | null>(null)
  if (undo.earlier.length === 0) return null
  return (
    <Panel title="Earlier imports">
      <ul className="cards">
        {undo.earlier.map((one) => (
          <li key={one.from}>
            <div>
              <strong>{one.name}</strong>
              <p className="soft">
                {moment(one.to)} · {countsOf(one)}
              </p>
            </div>
            <button type="button" aria-label={`Undo the import of ${one.name}`} onClick={() => setAsked(one)}>
              Undo
            </button>
          </li>
        ))}
      </ul>
      {asked && (
        <Dialog title={`Undo the import of ${asked.name}?`} onClose={() => setAsked(null)}>
          <div className="form">
            <p>
              New people are deleted, and changed people get their earlier values back. A value that was
              changed again since then stays. Tax, account and member numbers stay as imported.
            </p>
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

const countsOf = ({ created, changed }: KeptImport) =>
  [
    ...(created.length > 0 ? [plural(created.length, 'new person', 'new people')] : []),
    ...(changed.length > 0 ? [plural(changed.length, 'changed person', 'changed people')] : []),
  ].join(', ') || 'nothing changed'

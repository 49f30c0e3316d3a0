import { useState } from 'react'
import { call } from '../api/client.ts'
import { tagOf } from '../api/tags.ts'
import { ErrorNotice, Notice } from './notice.tsx'

type Props = {
  path: string
  /** Saves the form over the stored version. */
  onKeep: (version: string | undefined) => void
  /** Discards the edits and shows the stored version. */
  onTake: () => void
}

/** Shown when another user changed the record that this form replaces as a whole. The user chooses one version. */
export function ChangedRecord({ path, onKeep, onTake }: Props) {
  const [problem, setProblem] = useState<Error | null>(null)
  const keep = () =>
    call('GET', path).then(
      () => onKeep(tagOf(path)),
      (failure) => setProblem(failure),
    )
  return (
    <>
      <ErrorNotice error={problem} />
      <Notice kind="warning">
        <p>Someone else changed this after you opened it. None of your changes is saved yet.</p>
        <button type="button" className="small" onClick={keep}>
          Keep mine
        </button>{' '}
        <button type="button" className="small" onClick={onTake}>
          Take theirs
        </button>
      </Notice>
    </>
  )
}

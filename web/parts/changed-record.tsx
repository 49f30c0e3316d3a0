import { useState } from 'react'
import { call } from '../api/client.ts'
import { tagOf } from '../api/tags.ts'
import { ErrorNotice, Notice } from './notice.tsx'

type Props = {
  path: string
  /** Sends the form for the version that is stored now. */
  onKeep: (version: string | undefined) => void
  /** Shows what is stored now. */
  onTake: () => void
}

/** Someone else changed what this form replaces as a whole: the person chooses between both. */
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

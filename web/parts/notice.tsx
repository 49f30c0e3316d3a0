import type { ReactNode } from 'react'
import { plainWords } from '../plain-words.ts'

type Props = { kind?: 'info' | 'good' | 'warning' | 'problem'; children: ReactNode }

/** A highlighted message. Screen readers announce problems at once. */
export function Notice({ kind = 'info', children }: Props) {
  return (
    <div className={`notice ${kind}`} role={kind === 'problem' ? 'alert' : 'status'}>
      {children}
    </div>
  )
}

/** The error of a form: its own message, or a pointer to the fields with errors. */
export function FormProblem({
  error,
  fields,
}: {
  error: Error | null
  fields: Readonly<Record<string, string>>
}) {
  const marked = Object.keys(fields).length
  if (!error) return null
  if (marked === 0) return <ErrorNotice error={error} />
  return (
    <Notice kind="problem">
      {marked === 1 ? 'Check the marked field.' : `Check the ${marked} marked fields.`}
    </Notice>
  )
}

/** A placeholder while data loads: grey lines, and a word for screen readers. */
export function Waiting({ text = 'One moment …', lines = 3 }: { text?: string; lines?: number }) {
  return (
    <div className="waiting skeleton" role="status">
      <span className="unseen">{text}</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <i key={line} />
      ))}
    </div>
  )
}

/** The error of a read or write, if there is one. */
export function ErrorNotice({ error }: { error: Error | null }) {
  return error ? <Notice kind="problem">{plainWords(error.message)}</Notice> : null
}

import { useEffect, useRef, useState } from 'react'
import { call, isChangedMeanwhile } from '../api/client.ts'
import { tagOf } from '../api/tags.ts'
import type { ObjectSchema } from '../api/types.ts'
import { plural } from '../format.ts'
import { plainWords } from '../plain-words.ts'
import { mergeValues } from './merge-values.ts'
import { Notice } from './notice.tsx'
import type { Namer, SchemaForm } from './schema-form.tsx'
import { type SchemaValues, toValues } from './schema-values.ts'

/* Handles two users who edit the same record. Different fields are merged. For the same field the user is asked. */

/** A field that both users changed to different values. */
type Disputed = { name: string; mine: string | boolean; theirs: string | boolean }
type Base = { values: SchemaValues; version: string | undefined }
type Parts = {
  form: SchemaForm
  schema: ObjectSchema
  /** The path of the record, or null when it does not exist yet. */
  path: string | null
  start: SchemaValues
  /** The error of the last save. */
  error: Error | null
  /** Sends the form again. */
  resend: () => void
  /** Finds the user who last changed the record, where possible. */
  findEditor?: () => Promise<string | null>
}

/** Keeps the values a form started from, and updates them when a save finds that the record has changed. */
export function useMergedForm({ form, schema, path, start, error, resend, findEditor }: Parts) {
  const [first] = useState<Base>(() => ({ values: start, version: path ? tagOf(path) : undefined }))
  /** A ref, because the form is sent again immediately. */
  const base = useRef(first)
  const [disputed, setDisputed] = useState<readonly Disputed[]>([])
  const [taken, setTaken] = useState<readonly string[]>([])
  const [editor, setEditor] = useState<string | null>(null)
  const [problem, setProblem] = useState<Error | null>(null)
  const latest = useRef(resend)
  latest.current = resend

  const merges = useRef(0)
  const merge = async (refusal: Error) => {
    if (!path) return
    // The record changes faster than it can be read, so the user decides when to retry.
    merges.current += 1
    if (merges.current > MERGES_MAX) {
      merges.current = 0
      return setProblem(refusal)
    }
    try {
      const theirs = toValues(schema, await call<Record<string, unknown>>('GET', path))
      setEditor((await findEditor?.().catch(() => null)) ?? null)
      const mine = form.getValues()
      const { values, ...found } = mergeValues(base.current.values, mine, theirs)
      base.current = { values: theirs, version: tagOf(path) }
      form.reset(theirs)
      for (const [name, value] of Object.entries(values))
        if (value !== theirs[name]) form.setValue(name, value, { shouldDirty: true })
      setTaken(found.taken)
      setDisputed(
        found.disputed.map((name) => ({ name, mine: mine[name] ?? '', theirs: theirs[name] ?? '' })),
      )
      setProblem(null)
      if (found.disputed.length === 0) latest.current()
    } catch (failure) {
      setProblem(failure instanceof Error ? failure : new Error(String(failure)))
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => {
    if (isChangedMeanwhile(error)) void merge(error)
    else merges.current = 0
  }, [error])

  const answer = ({ name, theirs }: Disputed, isMine: boolean) => {
    if (!isMine) form.setValue(name, theirs, { shouldDirty: true })
    setDisputed(disputed.filter((other) => other.name !== name))
  }
  return { base, disputed, taken, editor, problem, answer }
}

type NoticeProps = {
  merged: ReturnType<typeof useMergedForm>
  namer: Namer
}

/** The changes of another user, and the fields that need a decision. */
export function MergedNotice({ merged, namer }: NoticeProps) {
  const { disputed, taken, problem, answer } = merged
  const editor = merged.editor ?? 'someone else'
  const textOf = (value: string | boolean) =>
    value === true ? 'yes' : value === false ? 'no' : value || 'nothing'
  if (problem) return <Notice kind="problem">{plainWords(problem.message)}</Notice>
  if (disputed.length === 0 && taken.length === 0) return null
  return (
    <Notice kind="warning">
      {disputed.map((field) => (
        <p key={field.name}>
          {namer.labelOf(field.name)}: changed by {editor} to {textOf(field.theirs)}, while you entered{' '}
          {textOf(field.mine)}.{' '}
          <button type="button" className="small" onClick={() => answer(field, true)}>
            Keep mine ({textOf(field.mine)})
          </button>{' '}
          <button type="button" className="small" onClick={() => answer(field, false)}>
            Take theirs ({textOf(field.theirs)})
          </button>
        </p>
      ))}
      {disputed.length > 0 && <p>None of your changes is saved yet. Choose, then save again.</p>}
      {taken.length > 0 && (
        <p>
          Changed by {editor} while this form was open, and kept:{' '}
          {taken.slice(0, SHOWN).map(namer.labelOf).join(', ')}
          {taken.length > SHOWN && ` and ${plural(taken.length - SHOWN, 'more field')}`}.
        </p>
      )}
    </Notice>
  )
}

const SHOWN = 5
const MERGES_MAX = 5

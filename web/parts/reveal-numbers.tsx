import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '../api/client.ts'
import { useIsReader, useWrite } from '../api/hooks.ts'
import { words } from '../format.ts'
import { Field } from './field.tsx'
import { FormProblem } from './notice.tsx'
import { Panel } from './page.tsx'

type Revealed = Record<string, unknown>
type Row = Record<string, string | number | null>

/** Shows the tax and bank account numbers that the screen masks. The audit log records the reason. */
export function RevealNumbers({
  path,
  labelOf = words,
}: {
  path: string
  labelOf?: (name: string) => string
}) {
  const [numbers, setNumbers] = useState<Revealed | null>(null)
  const reveal = useWrite<Revealed>()
  const isReader = useIsReader()
  const { register, handleSubmit } = useForm<{ reason: string }>({ defaultValues: { reason: '' } })
  const problems = reveal.error instanceof ApiError ? reveal.error.fields : {}
  const submit = handleSubmit((body) =>
    reveal.mutate({ method: 'POST', path: `${path}/reveal`, body }, { onSuccess: setNumbers }),
  )
  if (isReader) return null
  return (
    <Panel title="Tax and account numbers">
      {numbers ? (
        <>
          <dl className="facts">
            {factsOf(numbers, labelOf).map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <button type="button" onClick={() => setNumbers(null)}>
            Hide the numbers
          </button>
        </>
      ) : (
        <form className="form" onSubmit={submit} noValidate>
          <Field label="Why you need to see the numbers" problem={problems.reason}>
            {(control) => <input autoComplete="off" maxLength={200} {...control} {...register('reason')} />}
          </Field>
          <FormProblem error={reveal.error} fields={problems} />
          <button type="submit" disabled={reveal.isPending}>
            Show the numbers
          </button>
        </form>
      )}
    </Panel>
  )
}

/** All numbers on record with their labels. */
function factsOf(numbers: Revealed, labelOf: (name: string) => string): [string, string][] {
  return Object.entries(numbers).flatMap(([name, value]): [string, string][] => {
    if (Array.isArray(value))
      return (value as Row[]).flatMap(({ rank, ...row }) =>
        Object.values(row).flatMap((number): [string, string][] =>
          number === null ? [] : [[`${words(name)}, ${rank}`, String(number)]],
        ),
      )
    return typeof value === 'string' ? [[labelOf(name), value]] : []
  })
}

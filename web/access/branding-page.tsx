import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError, upload } from '../api/client.ts'
import { useApi, useWrite } from '../api/hooks.ts'
import type { Branding } from '../api/types.ts'
import { Field } from '../parts/field.tsx'
import { ErrorNotice, Notice, Waiting } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'

const BRANDING = '/api/branding'

/** The account's branding of documents, mails and pages. */
export function BrandingPage() {
  const branding = useApi<Branding>(BRANDING)
  return (
    <Page title="Branding" lead="Shown on payslips, statements, e-mails, sign-in, consent and here.">
      <ErrorNotice error={branding.error} />
      {branding.data ? <BrandingForms branding={branding.data} /> : !branding.error && <Waiting />}
    </Page>
  )
}

function BrandingForms({ branding }: { branding: Branding }) {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries()
  const save = useWrite<Branding>(BRANDING)
  const remove = useWrite<void>(BRANDING)
  const [problem, setProblem] = useState<Error | null>(null)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const text = (name: string) => String(fields.get(name) ?? '').trim() || null
    const body = {
      name: text('name'),
      primary_colour: text('primary_colour'),
      accent_colour: text('accent_colour'),
    }
    save.mutate({ method: 'PUT', path: BRANDING, body }, { onSuccess: refresh })
  }
  const send = async (file: File | undefined) => {
    if (!file) return
    setProblem(null)
    try {
      await upload(`${BRANDING}/logo`, file)
      await refresh()
    } catch (error) {
      setProblem(error instanceof ApiError ? error : new Error('The image could not be uploaded.'))
    }
  }
  return (
    <>
      <Panel title="Name and colours">
        <form className="form" onSubmit={submit}>
          <ErrorNotice error={save.error} />
          {save.isSuccess && <Notice kind="good">Saved.</Notice>}
          <Field label="Name" help="Next to the logo, or instead of it.">
            {(control) => (
              <input {...control} name="name" maxLength={60} defaultValue={branding.name ?? ''} />
            )}
          </Field>
          <Field
            label="Primary colour"
            help="Headings, links and buttons, such as #0f5e63. It must be readable on white."
          >
            {(control) => (
              <input {...control} name="primary_colour" defaultValue={branding.primary_colour ?? ''} />
            )}
          </Field>
          <Field label="Accent colour" help="Lines and highlights, such as #b4561b.">
            {(control) => (
              <input {...control} name="accent_colour" defaultValue={branding.accent_colour ?? ''} />
            )}
          </Field>
          <button type="submit" className="main" disabled={save.isPending}>
            Save
          </button>
        </form>
      </Panel>
      <Panel title="Logo">
        <div className="form">
          <ErrorNotice error={problem ?? remove.error} />
          {branding.logo_url && (
            <img src={new URL(branding.logo_url).pathname} alt="The logo now" className="brand-preview" />
          )}
          <Field label="A PNG or JPEG" help="At most 1 MB and 2,000 pixels a side.">
            {(control) => (
              <input
                {...control}
                type="file"
                accept="image/png,image/jpeg"
                onChange={(event) => void send(event.target.files?.[0])}
              />
            )}
          </Field>
          {branding.logo_url && (
            <button
              type="button"
              className="danger"
              onClick={() =>
                remove.mutate({ method: 'DELETE', path: `${BRANDING}/logo` }, { onSuccess: refresh })
              }
            >
              Remove the logo
            </button>
          )}
        </div>
      </Panel>
      {branding.sign_in_url && (
        <Panel title="Sign-in page">
          <p>
            Give your people this address: <a href={branding.sign_in_url}>{branding.sign_in_url}</a>. A
            browser that signed in once remembers the branding.
          </p>
        </Panel>
      )}
    </>
  )
}

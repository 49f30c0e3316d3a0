import { type ReactNode, useState } from 'react'

type Props = { title: string; secret: string; onDone: () => void; children?: ReactNode }

/** A secret that is shown only once. */
export function Secret({ title, secret, onDone, children }: Props) {
  const [isCopied, setIsCopied] = useState(false)
  const copy = () =>
    navigator.clipboard?.writeText(secret).then(
      () => setIsCopied(true),
      () => undefined,
    )
  return (
    <section className="notice good" aria-label={title}>
      <h2>{title}</h2>
      <p>Copy it now: it is shown only once. {children}</p>
      <code className="secret">{secret}</code>
      <div className="buttons">
        <button type="button" onClick={copy}>
          {isCopied ? 'Copied' : 'Copy'}
        </button>
        <button type="button" onClick={onDone}>
          I have saved it
        </button>
      </div>
    </section>
  )
}

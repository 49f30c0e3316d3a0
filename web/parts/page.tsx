import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'

type Props = {
  title: string
  /** A line below the title. */
  lead?: ReactNode
  /** A link to the previous page. */
  back?: { to: string; text: string }
  actions?: ReactNode
  tabs?: { to: string; text: string }[]
  className?: string
  children: ReactNode
}

/** A screen with its heading, its actions and its tabs. */
export function Page({ title, lead, back, actions, tabs, className = '', children }: Props) {
  const [location] = useLocation()
  useEffect(() => {
    document.title = `${title} · Tasman Payroll`
  }, [title])
  const bar = useRef<HTMLElement>(null)
  // On a phone the tabs scroll, and the current one must be seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each screen
  useEffect(() => {
    const here = bar.current?.querySelector('[aria-current]')
    if (bar.current && here)
      bar.current.scrollLeft +=
        here.getBoundingClientRect().left - bar.current.getBoundingClientRect().left - 40
  }, [location])
  return (
    <div className={`page ${className}`}>
      {back && (
        <Link href={back.to} className="back">
          ← {back.text}
        </Link>
      )}
      <div className="page-head">
        <div>
          <h1>{title}</h1>
          {lead && <div className="lead">{lead}</div>}
        </div>
        {actions && <div className="actions">{actions}</div>}
      </div>
      {tabs && (
        <nav className="tabs" ref={bar} aria-label={`Parts of ${title}`}>
          {tabs.map(({ to, text }) => (
            <Link key={to} href={to} aria-current={location === to ? 'page' : undefined}>
              {text}
            </Link>
          ))}
        </nav>
      )}
      {children}
    </div>
  )
}

/** A section of a screen with its own heading. */
export function Panel(props: {
  title: string
  actions?: ReactNode
  children: ReactNode
  className?: string
}) {
  const { title, actions, children, className = '' } = props
  return (
    <section className={`panel ${className}`}>
      <div className="panel-head">
        <h2>{title}</h2>
        {actions && <div className="actions">{actions}</div>}
      </div>
      {children}
    </section>
  )
}

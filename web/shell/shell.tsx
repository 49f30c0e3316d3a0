import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { managesAccount } from '../access/roles.ts'
import { callOwn } from '../api/client.ts'
import { useApi } from '../api/hooks.ts'
import type { Company, Session } from '../api/types.ts'
import { moment, showTimesOf } from '../format.ts'
import { lazy } from '../parts/lazy.tsx'
import { paths } from '../paths.ts'
import { CompanyPicker } from './company-picker.tsx'
import { Icon, type IconName } from './icons.tsx'

/** Loaded later, because the first screen does not need it. */
const Finder = lazy(() => import('./finder.tsx').then((m) => ({ default: m.Finder })))

type Props = { session: Session; company: Company | undefined; children: ReactNode }

/** The frame around every screen: brand, company switcher, navigation. */
export function Shell({ session, company, children }: Props) {
  const [location, navigate] = useLocation()
  // Everyone may change their own account.
  const isReader = session.role === 'reader' && location !== paths.account
  const nav = useRef<HTMLElement>(null)
  const finder = useFinder()
  if (company) showTimesOf(company.jurisdiction)
  const isManager = managesAccount(session.role) && !session.opened_by
  const before = useRef(location)
  useEffect(() => {
    // A new screen starts at its top. The focus moves there for keyboard and screen reader users.
    if (before.current !== location) {
      window.scrollTo(0, 0)
      document.getElementById('main')?.focus({ preventScroll: true })
    }
    before.current = location
    // On a narrow screen, the sections scroll in one row, and the current one must be visible.
    const here = nav.current?.querySelector<HTMLElement>('[aria-current]')
    if (here && nav.current) nav.current.scrollLeft = here.offsetLeft - 40
  }, [location])

  const switchTo = (id: number) => {
    const section =
      /^\/companies\/\d+\/(pays|employees|requests|approvals|company|allowances|pay-rates|pay-calendars|payees|import|reporting|reports|year)/.exec(
        location,
      )
    navigate(section?.[1] ? `/companies/${id}/${section[1]}` : paths.home(id))
  }
  return (
    <div className={isReader ? 'shell reader' : 'shell'}>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      {session.brand?.css && <style>{session.brand.css}</style>}
      {session.opened_by && (
        <p className="opened-by" role="status">
          Opened by {session.opened_by.name} until {moment(session.opened_by.until)}. <StayLonger />{' '}
          <SignOut person={session.id} text="Leave" />
        </p>
      )}
      <header className="bar">
        <Link href="/" className="brand">
          <BrandMark brand={session.brand} />
        </Link>
        {company && (
          <CompanyPicker
            company={company}
            person={session.id}
            onPick={(id) => (id ? switchTo(id) : navigate(paths.newCompany))}
            mayAdd={!isReader}
          />
        )}
        {company && (
          <button type="button" className="quiet find" onClick={finder.open}>
            Find <kbd>Ctrl K</kbd>
          </button>
        )}
        <div className="who">
          <span className="who-name">{session.name}</span>
          {!session.opened_by && <Link href={paths.account}>Account</Link>}
          <SignOut person={session.id} text="Sign out" />
        </div>
      </header>
      <nav className="nav" aria-label="Sections" ref={nav}>
        <NavLink to={paths.today} location={location} text="Today" icon="home" />
        {!isReader && <NavLink to={paths.bulk} location={location} text="All pay runs" icon="pay" />}
        {company && <CompanyLinks id={company.id} location={location} />}
        {session.is_reseller && (
          <NavLink to={paths.partner} location={location} text="Clients" icon="company" />
        )}
        {isManager && (
          <>
            {!company && <NavHeading>Settings</NavHeading>}
            <NavLink to={paths.people} location={location} text="People" icon="people" />
            <NavLink to={paths.branding} location={location} text="Branding" icon="settings" />
            {!session.opened_by && (
              <NavLink
                to={paths.deletedCompanies}
                location={location}
                text="Deleted companies"
                icon="company"
              />
            )}
          </>
        )}
        {session.role === 'owner' && (
          <NavLink to={paths.audit} location={location} text="Audit log" icon="reports" />
        )}
        {(isManager ||
          (session.role === 'member' && session.mode !== 'production' && !session.opened_by)) && (
          <NavLink to={paths.outbox} location={location} text="Outbox" icon="requests" />
        )}
        {session.is_api_admin && isManager && (
          <>
            <NavHeading>Developers</NavHeading>
            <NavLink to={paths.clients} location={location} text="API clients" icon="developers" />
            <NavLink to={paths.connections} location={location} text="Connections" icon="developers" />
            <NavLink to={paths.webhooks} location={location} text="Webhooks" icon="developers" />
            <NavLink to={paths.requestLog} location={location} text="Request log" icon="developers" />
            {session.is_sandbox && (
              <NavLink to={paths.sandbox} location={location} text="Sandbox" icon="developers" />
            )}
          </>
        )}
      </nav>
      <main id="main" tabIndex={-1}>
        {isReader && <p className="notice reader-note">You can see everything here but not change it.</p>}
        {children}
      </main>
      {finder.isOpen && company && (
        <Suspense fallback={null}>
          <Finder company={company} takeTyped={finder.takeTyped} onClose={finder.close} />
        </Suspense>
      )}
    </div>
  )
}

/** Extends the session by half an hour, if the owner of the account still allows it. */
function StayLonger() {
  const client = useQueryClient()
  const stay = useMutation({
    mutationFn: () => callOwn<unknown>('POST', '/app/own/session/extend'),
    onSuccess: () => client.invalidateQueries({ queryKey: ['session'] }),
  })
  return (
    <button type="button" className="small" disabled={stay.isPending} onClick={() => stay.mutate()}>
      Stay 30 more minutes
    </button>
  )
}

/** Opens the finder with Ctrl+K or ⌘K on any screen, unless a dialog is open. */
function useFinder() {
  const [isOpen, setIsOpen] = useState(false)
  /** The text typed while the finder loads. Null when its input receives the keys, or it is closed. */
  const typed = useRef<string | null>(null)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isCommand = event.ctrlKey || event.metaKey
      if (typed.current !== null && !isCommand && !event.altKey && event.key.length === 1) {
        typed.current += event.key
        event.preventDefault()
        return
      }
      if (event.key.toLowerCase() !== 'k' || !isCommand || event.altKey) return
      event.preventDefault()
      if (typed.current !== null || document.querySelector('dialog[open]')) return
      typed.current = ''
      setIsOpen(true)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  const takeTyped = useCallback(() => {
    const text = typed.current ?? ''
    typed.current = null
    return text
  }, [])
  const close = () => {
    typed.current = null
    setIsOpen(false)
  }
  return { isOpen, open: () => setIsOpen(true), close, takeTyped }
}

/** Saves unsaved cells before signing out. Discards cells that cannot be saved only when the user agrees. */
function SignOut({ person, text }: { person: number; text: string }) {
  const leave = async (event: React.MouseEvent) => {
    event.preventDefault()
    const { forgetEverything, saveEverything, unsavedCells } = await import('../pays/draft-stores.ts')
    if (unsavedCells().length > 0) {
      const question = 'Some cells of a pay run are not saved. Sign out and lose them?'
      if (!(await saveEverything()) && !window.confirm(question)) return
      forgetEverything(person)
    }
    location.assign('/sign-out')
  }
  return (
    <a href="/sign-out" onClick={leave}>
      {text}
    </a>
  )
}

function BrandMark({ brand }: { brand: Session['brand'] }) {
  if (!brand?.name && !brand?.logo)
    return (
      <>
        Tasman <span>Payroll</span>
      </>
    )
  return (
    <>
      {brand.logo && <img src={brand.logo} alt={brand.name ? '' : 'Start'} className="brand-logo" />}
      {brand.name}
    </>
  )
}

function CompanyLinks({ id, location }: { id: number; location: string }) {
  const waiting = useApi<unknown[]>(`/api/company/${id}/requests?state=open`).data?.length ?? 0
  return (
    <>
      <Link href={paths.home(id)} aria-current={location === paths.home(id) ? 'page' : undefined}>
        <Icon name="home" />
        Home
      </Link>
      <NavHeading>Pay</NavHeading>
      <NavLink to={paths.pays(id)} location={location} text="Pays" icon="pay" />
      <NavHeading>People</NavHeading>
      <NavLink to={paths.employees(id)} location={location} text="Employees" icon="people" />
      <NavLink
        to={paths.requests(id)}
        location={location}
        text={waiting > 0 ? `Requests (${waiting})` : 'Requests'}
        icon="requests"
      />
      <NavLink to={paths.approvals(id)} location={location} text="Approvals" icon="requests" />
      <NavHeading>Reporting</NavHeading>
      <NavLink to={paths.reporting(id)} location={location} text="Reporting" icon="authority" />
      <NavLink to={paths.year(id)} location={location} text="Year end" icon="year" />
      <NavLink to={paths.reports(id)} location={location} text="Reports" icon="reports" />
      <NavHeading>Settings</NavHeading>
      <NavLink
        to={paths.company(id)}
        location={location}
        text="Company"
        icon="company"
        also={[
          paths.allowances(id),
          paths.payRates(id),
          paths.calendars(id),
          paths.payees(id),
          paths.import(id),
        ]}
      />
    </>
  )
}

function NavHeading({ children }: { children: ReactNode }) {
  return <p className="nav-heading">{children}</p>
}

function NavLink(props: { to: string; location: string; text: string; icon: IconName; also?: string[] }) {
  const { to, location, text, icon, also = [] } = props
  const isHere = [to, ...also].some((path) => location === path || location.startsWith(`${path}/`))
  return (
    <Link href={to} aria-current={isHere ? 'page' : undefined}>
      <Icon name={icon} />
      {text}
    </Link>
  )
}

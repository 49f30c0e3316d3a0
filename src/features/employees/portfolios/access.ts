import type { Queryable, Tx } from '../../../database/connect.ts'
import type { Role } from '../../../database/tables/customers.ts'
import type { CompanyRoleRow } from '../../../database/tables/portfolios.ts'
import { recordAuditChange } from '../../../database/transaction-hooks.ts'
import { type Caller, managesAccount } from '../../../http/caller.ts'
import { badRequest, conflict } from '../../../kernel/problem.ts'
import { civilDate } from '../../../kernel/values/dates.ts'
import { nameSome } from '../../../kernel/values/name-some.ts'
import { quoteName } from '../../../kernel/values/quote-name.ts'
import type { Service } from '../../../service.ts'
import { callersOf } from '../../access/oauth/index.ts'
import { approveOfficer, requirePerson } from '../people/index.ts'
import { gainsOf } from './gains.ts'
import { requireCompanies } from './portfolios.ts'
import {
  companyNames,
  deleteRoles,
  insertRoles,
  isByCompany,
  payrollPeople,
  rolesOf,
  selectPortfolios,
  setByCompany,
} from './queries.ts'
import type { CompanyRoleInput, PersonAccess, PersonAccessUpdate } from './schema.ts'

type NewRole = Omit<CompanyRoleRow, 'id'>
/** The number of companies named in a summary. */
const NAMED_MAX = 20

/** Lists the companies a person can access, with the role and its end date. */
export function readAccess(service: Service, caller: Caller, userId: number): Promise<PersonAccess> {
  return service.database.transaction(async (tx) => {
    const person = await requirePerson(tx, caller, userId, { isRead: true })
    return viewAccess(tx, caller, person)
  })
}

/** Replaces a person's access from their next request. Unchanged roles keep their start date. */
export async function putAccess(
  service: Service,
  caller: Caller,
  userId: number,
  { scope, roles = [] }: PersonAccessUpdate,
): Promise<PersonAccess> {
  const answer = await service.database.transaction(async (tx) => {
    const person = await requirePerson(tx, caller, userId)
    if (scope === 'account' && roles.length > 0)
      throw badRequest('roles are for the scope companies. With the scope account the list must be empty.')
    if (scope === 'companies' && (managesAccount(person) || person.role === 'employee'))
      throw conflict(
        `${person.name} has the role ${person.role}, which covers the whole account. Make the person a member or reader first.`,
      )
    const before = await viewAccess(tx, caller, person)
    const wanted = await checkRoles(service, tx, caller, person.id, roles)
    const stored = await rolesOf(tx, caller.customerId, userId)
    const kept = stored.filter((row) => wanted.some((role) => isSame(role, row)))
    const added = wanted.filter((role) => !kept.some((row) => isSame(role, row)))
    const isOfficer = person.role === 'member'
    const isWider = scope === 'account' && before.scope === 'companies' && isOfficer
    const isEverywhere = before.scope === 'account' && isOfficer
    const gained = gainsOf(added, stored, service.clock.today())
    const deputies = await nameDeputies(tx, caller, gained)
    // Someone who is payroll officer of every company gains none. A deputy may.
    if (isWider || (gained.length > 0 && !isEverywhere) || deputies.length > 0)
      await approveOfficer(tx, caller, service.clock.now(), async () => ({
        summary: [
          `Makes ${quoteName(person.name)} (${person.email}) a payroll officer of ${isWider ? 'every company' : await namePlaces(tx, caller, gained)}.`,
          ...(deputies.length > 0 ? [`Deputies: ${deputies.join('; ')}.`] : []),
        ].join(' '),
        outcome: [person.email, [scope, roles]],
      }))
    await deleteRoles(
      tx,
      stored.filter((row) => !kept.includes(row)).map(({ id }) => id),
    )
    await insertRoles(tx, added)
    await setByCompany(tx, userId, scope === 'companies')
    const after = await viewAccess(tx, caller, person)
    recordAuditChange(`Access of ${person.name} (${person.email})`, inWords(before), inWords(after))
    return after
  })
  callersOf(service.database).forget('customer', caller.customerId)
  return answer
}

/** The deputies in these roles, with their dates. They can prepare and approve like the person they stand in for. */
async function nameDeputies(tx: Tx, caller: Caller, roles: readonly NewRole[]): Promise<string[]> {
  const people = await payrollPeople(tx, caller.customerId)
  const named = roles.flatMap(({ role, deputy_id: id, deputy_from: from, deputy_to: to }) => {
    const deputy = id !== null && role === 'member' ? people.get(id) : undefined
    return deputy ? [`${quoteName(deputy.name)} (${deputy.email}) from ${from} to ${to}`] : []
  })
  return [...new Set(named)]
}

/** The companies and portfolios of these roles, with their days. */
async function namePlaces(tx: Tx, { customerId }: Caller, roles: readonly NewRole[]): Promise<string> {
  const portfolios = await selectPortfolios(tx, customerId)
  const ids = [
    ...roles.flatMap((role) => role.company_id ?? []),
    ...portfolios.flatMap((each) => each.company_ids),
  ]
  const names = new Map(
    (await companyNames(tx, customerId, ids)).map((row) => [row.id, quoteName(row.legal_name)]),
  )
  return nameSome(roles, NAMED_MAX, ({ company_id, portfolio_id, starts_on: from, ends_on: to }) => {
    const portfolio = portfolios.find(({ id }) => id === portfolio_id)
    const parts = nameSome(portfolio?.company_ids ?? [], NAMED_MAX, (id) => names.get(id) ?? String(id))
    const place = portfolio
      ? `the portfolio ${quoteName(portfolio.name)} (${parts || 'no company yet'})`
      : (names.get(company_id ?? 0) ?? `company ${company_id}`)
    return `${place} from ${from}${to === null ? '' : ` to ${to}`}`
  })
}

const inWords = ({ scope, roles }: PersonAccess) => ({ scope, roles: JSON.stringify(roles) })

/** Converts the roles to stored form. Throws a 400 that names the problem. */
async function checkRoles(
  service: Service,
  tx: Tx,
  caller: Caller,
  userId: number,
  roles: readonly CompanyRoleInput[],
): Promise<NewRole[]> {
  const today = service.clock.today()
  const people = await payrollPeople(tx, caller.customerId)
  const portfolios = new Set((await selectPortfolios(tx, caller.customerId)).map(({ id }) => id))
  await requireCompanies(
    tx,
    caller.customerId,
    roles.flatMap(({ company_id }) => company_id ?? []),
  )
  return roles.map((input, index): NewRole => {
    const { company_id = null, portfolio_id = null, role, to_date = null, deputy = null } = input
    const from = input.from_date ?? today
    const wrong = (sentence: string) => badRequest(`roles[${index}]: ${sentence}`)
    if ((company_id === null) === (portfolio_id === null))
      throw wrong('name either a company_id or a portfolio_id.')
    if (portfolio_id !== null && !portfolios.has(portfolio_id))
      throw wrong(`there is no portfolio ${portfolio_id}.`)
    if (to_date !== null && to_date < from) throw wrong('to_date is before from_date.')
    if (deputy) {
      const person = people.get(deputy.user_id)
      if (!person)
        throw wrong(`deputy.user_id ${deputy.user_id} is not a payroll officer or reader of the account.`)
      if (person.id === userId) throw wrong('a person cannot be their own deputy.')
      if (deputy.to_date < deputy.from_date) throw wrong('deputy.to_date is before deputy.from_date.')
    }
    return {
      customer_id: caller.customerId,
      user_id: userId,
      role,
      company_id,
      portfolio_id,
      starts_on: civilDate(from),
      ends_on: to_date === null ? null : civilDate(to_date),
      deputy_id: deputy?.user_id ?? null,
      deputy_from: deputy && civilDate(deputy.from_date),
      deputy_to: deputy && civilDate(deputy.to_date),
      created_at: service.clock.now(),
      created_by: caller.userId,
    }
  })
}

const COMPARED = [
  ...(['role', 'company_id', 'portfolio_id', 'starts_on', 'ends_on'] as const),
  ...(['deputy_id', 'deputy_from', 'deputy_to'] as const),
]
const isSame = (one: NewRole, other: NewRole) => COMPARED.every((name) => one[name] === other[name])

async function viewAccess(
  query: Queryable,
  { customerId }: Caller,
  person: { id: number; role: Role },
): Promise<PersonAccess> {
  const rows = await rolesOf(query, customerId, person.id)
  return {
    user_id: person.id,
    scope: (await isByCompany(query, person.id)) ? 'companies' : 'account',
    role: person.role,
    roles: rows.map((row) => ({
      company_id: row.company_id,
      portfolio_id: row.portfolio_id,
      role: row.role,
      from_date: row.starts_on,
      to_date: row.ends_on,
      deputy:
        row.deputy_id !== null && row.deputy_from !== null && row.deputy_to !== null
          ? { user_id: row.deputy_id, from_date: row.deputy_from, to_date: row.deputy_to }
          : null,
    })),
    companies: await companyNames(
      query,
      customerId,
      rows.flatMap((row) => row.company_id ?? []),
    ),
  }
}

import { connect } from '../../src/database/connect.ts'
import { issueGrant } from '../../src/features/access/oauth/index.ts'
import { employeeBody } from '../../test/support/make.ts'
import type { Call } from './traffic.ts'

/** One employer in the traffic: its tokens and when its application renews them, its employees, and the next week it pays. */
export type Employer = Tokens & {
  renewAtMs: number
  companyId: number
  employeeIds: number[]
  week: number
}
export type Tokens = { token: string; refreshToken: string }

/** A token expires after 30 minutes. Each application renews its token some time before that. */
const RENEWED_AFTER_MINUTES = { least: 10, most: 25 }
export const nextRenewalMs = (): number => {
  const { least, most } = RENEWED_AFTER_MINUTES
  return performance.now() + (least + Math.random() * (most - least)) * 60_000
}

const AT_ONCE = 8

/**
 * Creates customers, each with a company and employees, as sign-up would. Tokens are valid for half an hour from `issuedAt`.
 */
export async function makeEmployers(
  databaseUrl: string,
  call: Call,
  count: number,
  people: number,
  issuedAt = new Date(),
): Promise<Employer[]> {
  const tokens = await makeCustomers(databaseUrl, count, issuedAt)
  const employers: Employer[] = []
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let own = tokens.pop(); own; own = tokens.pop())
        employers.push(await makeEmployer(call, own, people))
    }),
  )
  return employers
}

export async function makeCustomers(
  databaseUrl: string,
  count: number,
  now: Date,
): Promise<(Tokens & { customerId: number })[]> {
  const database = connect({ url: databaseUrl, poolSize: 1, statementTimeoutMs: 60_000 })
  try {
    return await database.transaction(async (tx) => {
      const tokens: (Tokens & { customerId: number })[] = []
      for (let number = 1; number <= count; number += 1) {
        const customer = await tx
          .insertInto('customers')
          .values({ name: `Employer ${number}`, employee_cap: 1000, created_at: now })
          .returning('id')
          .executeTakeFirstOrThrow()
        const user = await tx
          .insertInto('users')
          .values({
            customer_id: customer.id,
            email: `owner-${number}@soak.example`,
            name: 'Owner',
            role: 'owner',
            created_at: now,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        const grant = {
          clientId: 'demo-client',
          userId: user.id,
          customerId: customer.id,
          scopes: ['openid', 'payroll.read', 'payroll.write'],
        }
        const { accessToken, refreshToken = '' } = await issueGrant(tx, grant, now)
        tokens.push({ token: accessToken, refreshToken, customerId: customer.id })
      }
      return tokens
    })
  } finally {
    await database.close()
  }
}

export async function makeEmployer(call: Call, tokens: Tokens, people: number): Promise<Employer> {
  const { token } = tokens
  const company = await call(token, 'PUT', '/api/company/create', {
    legal_name: 'Soak Pty Ltd',
    jurisdiction: 'AU',
    abn: '51824753556',
  })
  if (company.status !== 201) throw new Error(`company/create: ${company.status} ${company.text}`)
  const companyId: number = JSON.parse(company.text).id
  const bodies = Array.from({ length: people }, () => employeeBody())
  const hired = await call(token, 'PUT', `/api/company/${companyId}/employees/create`, bodies)
  if (hired.status !== 201) throw new Error(`employees/create: ${hired.status} ${hired.text}`)
  const employeeIds = JSON.parse(hired.text).map(({ employee }: { employee: { id: number } }) => employee.id)
  return { ...tokens, renewAtMs: nextRenewalMs(), companyId, employeeIds, week: 0 }
}

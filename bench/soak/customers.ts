import { connect } from '../../src/database/connect.ts'
import { issueGrant } from '../../src/features/oauth/index.ts'
import { employeeBody } from '../../test/support/make.ts'
import type { Call } from './traffic.ts'

/** One employer of the traffic: its token, its people, and the week it pays next. */
export type Employer = { token: string; companyId: number; employeeIds: number[]; week: number }

const AT_ONCE = 8

/** Customers with a company and people each, as sign-up would make them. */
export async function makeEmployers(
  databaseUrl: string,
  call: Call,
  count: number,
  people: number,
): Promise<Employer[]> {
  const tokens = await makeCustomers(databaseUrl, count)
  const employers: Employer[] = []
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let token = tokens.pop(); token; token = tokens.pop())
        employers.push(await makeEmployer(call, token, people))
    }),
  )
  return employers
}

async function makeCustomers(databaseUrl: string, count: number): Promise<string[]> {
  const database = connect({ url: databaseUrl, poolSize: 1, statementTimeoutMs: 60_000 })
  const now = new Date()
  try {
    return await database.transaction(async (tx) => {
      const tokens: string[] = []
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
        tokens.push((await issueGrant(tx, grant, now)).accessToken)
      }
      return tokens
    })
  } finally {
    await database.close()
  }
}

async function makeEmployer(call: Call, token: string, people: number): Promise<Employer> {
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
  return { token, companyId, employeeIds, week: 0 }
}

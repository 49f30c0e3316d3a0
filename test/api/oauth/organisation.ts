import type { Role } from '../../../src/database/tables/customers.ts'
import type { AnyJson, TestApp } from '../../support/app.ts'
import type { Visitor } from '../../support/visitor.ts'

/** A person of the owner's account, with the owner's password: `reader@demo.example`. */
export async function joinAs(
  { service }: TestApp,
  role: Role,
  email = `${role}@demo.example`,
): Promise<number> {
  const { query } = service.database
  const { customer_id, password_hash } = await query
    .selectFrom('users')
    .select(['customer_id', 'password_hash'])
    .where('email', '=', 'owner@demo.example')
    .executeTakeFirstOrThrow()
  const { id } = await query
    .insertInto('users')
    .values({
      customer_id,
      password_hash,
      email,
      name: `The ${role}`,
      role,
      created_at: service.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Calls the routes under which an owner sets up the identity provider, in the web app of this browser. */
export const organisationOf =
  (tasman: TestApp, visitor: Visitor) =>
  async (
    method: 'GET' | 'PUT' | 'POST' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<{ status: number; body: AnyJson }> => {
    const answer = await tasman.app.inject({
      method,
      url: `/app/own/organisation${path}`,
      headers: {
        cookie: `tasman_session=${visitor.cookies.get('tasman_session')}`,
        'x-tasman-app': '1',
      },
      ...(body ? { payload: body } : {}),
    })
    return { status: answer.statusCode, body: answer.json() }
  }

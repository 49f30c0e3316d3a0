import { createPasswordLink } from '../src/features/access/oauth/index.ts'
import type { Service } from '../src/service.ts'
import { giveUp } from './embedded-folder.ts'
import { readArguments } from './read-arguments.mjs'
import { withService } from './with-service.ts'

const { values } = readArguments({
  usage:
    'npm run create-customer -- --name "Example Pty Ltd" --email owner@example.com --owner "Olivia Owner" [--employees 100] [--api-admin] [--reseller] [--sandbox] [--cell <name>]',
  options: {
    name: { type: 'string', value: '"<name>"', isRequired: true },
    email: {
      type: 'string',
      value: '<address>',
      isRequired: true,
      pattern: /^[^\s@]+@[^\s@]+$/,
      must: 'an e-mail address',
    },
    owner: { type: 'string', value: '"<name>"', isRequired: true },
    employees: { type: 'string', pattern: /^\d{1,7}$/, must: 'a whole number' },
    'api-admin': { type: 'boolean' },
    reseller: { type: 'boolean' },
    sandbox: { type: 'boolean' },
    cell: { type: 'string', value: '<name>', pattern: /^[a-z][a-z0-9_]*$/, must: 'the name of a cell' },
  },
})

/** Creates the first customer of a production service, because sign-in needs one. Prints the owner's link. */
async function createCustomer(service: Service): Promise<void> {
  const { name, email, owner, cell = 'main' } = values
  try {
    const { customerId, link } = await service.database.transaction(async (tx) => {
      const now = service.clock.now()
      const place = await tx.selectFrom('cells').select('state').where('name', '=', cell).executeTakeFirst()
      if (place?.state !== 'open') throw new Error(`There is no cell ${cell} that accepts customers.`)
      const customer = await tx
        .insertInto('customers')
        .values({
          name,
          cell,
          employee_cap: Number(values.employees ?? 100),
          is_api_admin: values['api-admin'] ?? false,
          is_reseller: values.reseller ?? false,
          created_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (values.sandbox)
        await tx.insertInto('sandboxes').values({ customer_id: customer.id, created_at: now }).execute()
      const user = await tx
        .insertInto('users')
        .values({
          customer_id: customer.id,
          email: email.trim().toLowerCase(),
          name: owner,
          role: 'owner',
          created_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { customerId: customer.id, link: await createPasswordLink(service, tx, user.id) }
    })
    console.log(
      `Created customer "${name}" (id ${customerId}). The owner sets a password within 24 hours at ${link.address}`,
    )
  } catch (error) {
    if ((error as { code?: string }).code === '23505')
      throw new Error(`A user with the e-mail ${email} already exists.`)
    throw error
  }
}

await withService(createCustomer).catch(giveUp)

// npm run restore-customer -- --customer <id> --from <url>: restores the payroll data of one customer from a restored copy.

import { restoreCustomer } from './customer-restore/restore-customer.ts'
import { giveUp, serverUrl } from './embedded-folder.ts'
import { readArguments, refuse } from './read-arguments.mjs'

const usage = 'npm run restore-customer -- --customer <id> --from <url of the restored copy>'
const { values } = readArguments({
  usage,
  options: {
    customer: {
      type: 'string',
      value: '<id>',
      pattern: /^[1-9]\d{0,8}$/,
      must: 'a whole number',
      isRequired: true,
    },
    from: {
      type: 'string',
      value: '<url>',
      pattern: /^postgres(ql)?:/,
      must: 'a postgres:// address',
      isRequired: true,
    },
  },
})

const live = serverUrl()
if (!live) refuse('Set DATABASE_URL: a single customer is restored on a PostgreSQL server.', usage)

try {
  const { rows, left } = await restoreCustomer(live ?? '', values.from, Number(values.customer))
  const total = [...rows.values()].reduce((sum, count) => sum + count, 0)
  console.log(
    `Customer ${values.customer} is back: ${total} rows in ${rows.size} tables. Other customers were not touched.`,
  )
  if (left.length > 0) {
    console.log(
      'These were sent after that time and are no longer recorded. Compare them with the authority and the bank:',
    )
    for (const line of left) console.log(`  ${line}`)
  }
} catch (error) {
  giveUp(error)
}

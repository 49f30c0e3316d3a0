// npm run limits [-- --client <id>] [--customer <id>] --factor <number> --reason "<why>": raises rate limits. Without options it
// lists those that are raised.
import { giveUp } from './embedded-folder.ts'
import { describeRaises, raiseLimits } from './limits/raise-limits.ts'
import { readArguments, refuse } from './read-arguments.mjs'
import { withService } from './with-service.ts'

const usage = 'npm run limits -- [--client <id>] [--customer <id>] [--factor <1 to 1000>] [--reason "<why>"]'
const { values } = readArguments({
  usage,
  options: {
    client: { type: 'string', value: '<id>' },
    customer: { type: 'string', value: '<id>', pattern: /^[1-9]\d{0,8}$/, must: 'a whole number' },
    factor: {
      type: 'string',
      value: '<1 to 1000>',
      pattern: /^([1-9]\d{0,2}|1000)$/,
      must: 'a whole number from 1 to 1000',
    },
    reason: { type: 'string', value: '"<why>"' },
  },
})
const { client, customer, factor, reason } = values
if (!factor && (client || customer || reason)) refuse('Missing option: --factor <1 to 1000>.', usage)
if (factor && !client && !customer) refuse('Missing option: --client <id> or --customer <id>.', usage)
if (factor && !reason) refuse('Missing option: --reason "<why>".', usage)

await withService(async (service) => {
  if (factor) {
    const target = { clientId: client ?? null, customerId: customer ? Number(customer) : null }
    await raiseLimits(service, target, { factor: Number(factor), reason: reason ?? '' })
  }
  for (const line of await describeRaises(service)) console.log(line)
}).catch(giveUp)

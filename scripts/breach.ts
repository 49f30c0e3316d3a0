// npm run breach -- --user <id> | --application <client id> | --token <token> | --backup  --from <time> --to <time>: lists the people whose data
// was exposed, and the recorded actions.
import { inEachCell } from '../src/database/each-cell.ts'
import { isCivilDate } from '../src/kernel/values/dates.ts'
import { type Exposed, isKnown, type Lost, listExposed, listUses } from './breach/exposure.ts'
import { giveUp } from './embedded-folder.ts'
import { readArguments, refuse } from './read-arguments.mjs'
import { withService } from './with-service.ts'

const usage =
  'npm run breach -- (--user <id> | --application <client id> | --token <token> | --backup) [--from <day>] [--to <day>]'
const DAY = {
  type: 'string',
  value: '<day>',
  pattern: /^\d{4}-\d\d-\d\d$/,
  must: 'a day such as 2026-11-18',
} as const
const { values } = readArguments({
  usage,
  options: {
    user: { type: 'string', value: '<id>', pattern: /^[1-9]\d{0,8}$/, must: 'a whole number' },
    application: { type: 'string', value: '<client id>' },
    token: { type: 'string', value: '<token>' },
    backup: { type: 'boolean' },
    from: DAY,
    to: DAY,
  },
})

function whatWasLost(): Lost {
  const found: Lost[] = [
    ...(values.user ? [{ kind: 'user' as const, userId: Number(values.user) }] : []),
    ...(values.application ? [{ kind: 'application' as const, clientId: values.application }] : []),
    ...(values.token ? [{ kind: 'token' as const, token: values.token }] : []),
    ...(values.backup ? [{ kind: 'backup' as const }] : []),
  ]
  const [lost] = found
  if (!lost || found.length > 1)
    return refuse('Name one of --user, --application, --token and --backup.', usage) as never
  return lost
}

const COLUMNS: readonly (keyof Exposed)[] = [
  'customer',
  'company',
  'employee_id',
  'name',
  'email',
  'has_tax_number',
  'has_bank_account',
]
const cell = (value: unknown) => `"${String(value ?? '').replaceAll('"', '""')}"`

for (const name of ['from', 'to'] as const) {
  const day = values[name]
  if (day && !isCivilDate(day)) refuse(`--${name} must be ${DAY.must}.`, usage)
}
if (values.from && values.to && values.from > values.to) refuse('--from must not be after --to.', usage)
const UNKNOWN = {
  user: 'There is no user with this id.',
  application: 'No customer has ever connected this application. Check its client id.',
  token: 'There is no record of this token.',
  backup: '',
}

const lost = whatWasLost()
await withService(async ({ database, systemClock }) => {
  const span = {
    from: new Date(`${values.from ?? '1970-01-01'}T00:00:00Z`),
    to: values.to ? new Date(`${values.to}T23:59:59Z`) : systemClock.now(),
  }
  const known = await inEachCell(database, () => isKnown(database.query, lost))
  if (!known.includes(true)) throw new Error(UNKNOWN[lost.kind])
  const exposed = (await inEachCell(database, () => listExposed(database.query, lost, span))).flat()
  const uses = await listUses(database.query, lost, span)
  // Prints people as CSV on stdout, and actions and totals on stderr.
  console.log(COLUMNS.join(','))
  for (const row of exposed) console.log(COLUMNS.map((column) => cell(row[column])).join(','))
  for (const { day, action, ip, count } of uses)
    console.error(`${day} ${action} from ${ip ?? 'the service'}: ${count}`)
  console.error(
    `${exposed.length} people in ${new Set(exposed.map((row) => row.company)).size} companies: ${exposed.filter((row) => row.has_tax_number).length} with a tax number, ${exposed.filter((row) => row.has_bank_account).length} with a bank account.`,
  )
}).catch(giveUp)

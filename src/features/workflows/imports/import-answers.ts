import { Type } from 'typebox'
import { CivilDateText, closed, DecimalInput, Id, words } from '../../../http/schema.ts'
import { type OpenReturns, openReturnedCredits, type Returns } from '../../money/payments/index.ts'
import { openReturnedContributions } from '../../money/super-payments/index.ts'
import { fieldsOf, type Importer } from './kinds.ts'
import { findPeople, PERSON_FIELDS, withoutPerson } from './people.ts'
import { refuseRow, rowCheck, takeRefusal } from './rows.ts'

/* Replies of a bank or fund, line by line. Accepted lines need no action; returned lines are open again. */

const OUTCOMES = ['accepted', 'returned', 'rejected'] as const
const ANSWER = closed({
  file_id: Type.Integer({
    minimum: 1,
    description: 'The bank file or contribution file that the line was in.',
  }),
  outcome: words(OUTCOMES, {
    description: '`accepted` changes nothing; `returned` and `rejected` open the line again.',
  }),
  date: Type.Optional(
    Type.Unsafe<string>({ ...CivilDateText, description: 'The day on which it came back.' }),
  ),
  reason: Type.Optional(
    Type.String({ maxLength: 200, description: 'The reason, as the bank or fund worded it.' }),
  ),
  pay_id: Type.Optional(Id),
  amount: Type.Optional(DecimalInput),
})
type Answer = {
  file_id: number
  outcome: (typeof OUTCOMES)[number]
  date?: string
  reason?: string
  pay_id?: number
  amount?: string | number
  fund?: string
  account_number?: string
}
const EXAMPLE = { file_id: '12', outcome: 'returned', date: '2026-07-14', reason: 'Account closed' }
const BANK_ANSWER = closed({
  ...ANSWER.properties,
  account_number: Type.Optional(
    Type.String({
      maxLength: 30,
      description:
        'The account whose credit was returned; needed where the pay is split over accounts and the amount does not say which.',
    }),
  ),
})
const SUPER_ANSWER = closed({
  ...ANSWER.properties,
  fund: Type.Optional(
    Type.String({
      maxLength: 60,
      description: 'The USI or ABN of the fund; needed where the file paid several funds for the member.',
    }),
  ),
})

/** Lines already returned are skipped, so the same reply can be imported twice. */
function answersImport(
  about: string,
  schema: typeof BANK_ANSWER | typeof SUPER_ANSWER,
  openFile: OpenReturns,
): Importer {
  const check = rowCheck<Answer>(schema)
  return {
    about,
    fields: () => [...PERSON_FIELDS, ...fieldsOf(schema, EXAMPLE)],
    async run({ service, tx, company }, rows) {
      const options = { isRepeatable: true, isOfOneFund: true }
      const files = new Map<number, Promise<Returns>>()
      const fileOf = (id: number) => {
        const file = files.get(id) ?? openFile(service, tx, company, id)
        files.set(id, file)
        return file
      }
      for (const { row, employee } of await findPeople(tx, company, rows)) {
        const answer = check(row, withoutPerson(row))
        row.action = 'update'
        if (!answer || answer.outcome === 'accepted') continue
        const item = {
          employee_id: employee.id,
          ...(answer.pay_id === undefined ? {} : { pay_id: answer.pay_id }),
          ...(answer.amount === undefined ? {} : { amount: String(answer.amount) }),
          ...(answer.fund === undefined ? {} : { fund: answer.fund }),
          ...(answer.account_number === undefined ? {} : { account_number: answer.account_number }),
        }
        if (answer.date === undefined) {
          refuseRow(row, 'date', 'Enter the day on which it came back.')
          continue
        }
        const body = { returned_on: answer.date, reason: answer.reason ?? answer.outcome, items: [item] }
        try {
          const returned = (await fileOf(answer.file_id)).take(body, options)
          if (returned.length === 0) row.warnings.push('It already came back: nothing changed.')
        } catch (error) {
          takeRefusal([row], error)
        }
      }
      for (const [, file] of files)
        await file.then(
          (returns) => returns.store(),
          () => undefined,
        )
    },
  }
}

export const bankAnswersImport = answersImport(
  'The bank’s answer about one credit of a bank file. A returned credit is open again for exactly that person.',
  BANK_ANSWER,
  openReturnedCredits,
)
export const superAnswersImport = answersImport(
  'A fund’s answer about one contribution. A returned contribution is open again for exactly that member.',
  SUPER_ANSWER,
  openReturnedContributions,
)

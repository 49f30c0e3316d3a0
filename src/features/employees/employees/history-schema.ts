import { type Static, Type } from 'typebox'
import { HISTORY_ACTIONS } from '../../../database/tables/employee-history.ts'
import { closed, component, nullable, Timestamp, words } from '../../../http/schema.ts'

const Value = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])

export const EmployeeHistoryEntry = component(
  'EmployeeHistoryEntry',
  closed({
    id: Type.Integer(),
    at: Timestamp,
    user_name: nullable(Type.String({ description: 'Null: the service.' })),
    user_email: nullable(Type.String()),
    client_id: nullable(Type.String({ description: 'The application through which the change was made.' })),
    action: words(HISTORY_ACTIONS),
    changes: Type.Array(
      closed({
        field: Type.String({ description: 'A field of the employee, or the item that changed.' }),
        before: Value,
        after: Value,
      }),
      { description: 'Tax and bank account numbers show only their last digits.' },
    ),
  }),
)
export type EmployeeHistoryEntry = Static<typeof EmployeeHistoryEntry>

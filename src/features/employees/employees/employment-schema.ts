import { type Static, Type } from 'typebox'
import { CivilDateText, closed, component, nullable } from '../../../http/schema.ts'

export const EmploymentView = component(
  'Employment',
  closed({
    start_date: CivilDateText,
    end_date: nullable(CivilDateText, { description: 'Null: it has not ended.' }),
    reason: nullable(Type.String(), { description: 'AU: why it ended.' }),
    is_continuous: Type.Boolean({ description: 'Service continues from the previous employment.' }),
    service_start_date: { ...CivilDateText, description: 'The first day of the service that counts.' },
    final_pay_id: nullable(Type.Integer()),
  }),
)
export type EmploymentView = Static<typeof EmploymentView>

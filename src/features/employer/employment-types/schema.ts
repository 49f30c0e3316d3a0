import { type Static, Type } from 'typebox'
import { closed, component, WarningsMember } from '../../../http/schema.ts'

export const EmploymentOptionView = component(
  'EmploymentOption',
  closed({ id: Type.Integer(), name: Type.String(), is_built_in: Type.Boolean(), ...WarningsMember }),
)
export type EmploymentOptionView = Static<typeof EmploymentOptionView>

export const EmploymentOptionCreate = component(
  'EmploymentOptionCreate',
  closed(
    {
      name: Type.String({
        minLength: 1,
        maxLength: 60,
        pattern: '\\S',
        'x-problem': 'must be 1 to 60 characters, not blank',
      }),
    },
    { examples: [{ name: 'Apprentice' }] },
  ),
)
export type EmploymentOptionCreate = Static<typeof EmploymentOptionCreate>

import { type Static, Type } from 'typebox'
import {
  CivilDateText,
  closed,
  component,
  nullable,
  Timestamp,
  WarningsMember,
  words,
} from '../../../http/schema.ts'

export const SuperChoiceInput = component(
  'SuperChoiceInput',
  closed(
    {
      offered_on: Type.Optional(
        nullable(CivilDateText, { description: 'The day on which the employee got the choice form.' }),
      ),
      is_chosen: Type.Optional(
        Type.Unsafe<boolean | null>({
          type: ['boolean', 'null'],
          description: 'Whether the employee chose a fund; null: no answer yet.',
        }),
      ),
    },
    { examples: [{ offered_on: '2026-09-01', is_chosen: false }] },
  ),
)
export type SuperChoiceInput = Static<typeof SuperChoiceInput>

export const SuperChoiceView = component(
  'SuperChoice',
  closed({
    employee_id: Type.Integer(),
    offered_on: nullable(CivilDateText),
    is_chosen: Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] }),
    requested_at: nullable(Timestamp, { description: 'When the tax office was asked for the stapled fund.' }),
    answer: nullable(words(['found', 'none', 'refused', 'unavailable'] as const), {
      description:
        '`found`: the stapled fund is below. `none`: use the employer’s own fund. `unavailable`: ask in the tax office’s online services.',
    }),
    reason: nullable(Type.String({ description: 'Why the request was refused.' })),
    fund_usi: nullable(Type.String()),
    fund_name: nullable(Type.String()),
    next_step: Type.String(),
    ...WarningsMember,
  }),
)
export type SuperChoiceView = Static<typeof SuperChoiceView>

import { Type } from 'typebox'
import { CivilDateText, closed, component, nullable, readBeside, words } from '../../../../http/schema.ts'
import {
  ALLOWANCE_FIELDS,
  BACK_PAYMENT_FIELDS,
  BONUS_FIELDS,
  DEDUCTION_FIELDS,
  SACRIFICE_FIELDS,
} from '../../../../payroll/line-fields.ts'
import { LEAVE_TYPES } from '../../../../payroll/words.ts'
import { rowFields } from '../request/field-schema.ts'
import {
  BackPaymentInput,
  PayAllowanceInput,
  PayBonusInput,
  PayDeductionInput,
  PayHoursInput,
  PayLeaveInput,
  PaySacrificeInput,
} from '../request/schema.ts'

const optional = Type.Optional
const Money = Type.Number()
const RowId = nullable(Type.Integer({ description: 'Stable; null in a dry run.' }))
const MaybeText = nullable(Type.String())

export const HoursRow = component(
  'PayHours',
  closed(
    readBeside(
      {
        id: RowId,
        description: Type.String(),
        units: Type.String(),
        value: Type.Number(),
        rate: Type.Number(),
        multiplier: nullable(Type.Number()),
        rate_reference: MaybeText,
        rate_description: MaybeText,
        is_overtime: Type.Boolean(),
        date: Type.Optional(
          Type.String({ format: 'date', description: 'The day it was worked, if it was sent.' }),
        ),
        week: Type.Optional(Type.Integer({ description: 'The week of the pay period, if it was sent.' })),
        pay_amount: Money,
      },
      PayHoursInput,
    ),
  ),
)

export const LeaveRow = component(
  'PayLeave',
  closed(
    readBeside(
      {
        id: RowId,
        name: Type.String(),
        description: Type.String({
          description: 'The same as name, under the member name used in requests.',
        }),
        leave_type: words(LEAVE_TYPES),
        date: CivilDateText,
        rate: Type.Number(),
        multiplier: nullable(Type.Number()),
        hours: Type.Number(),
        value: Type.Number({ description: 'Legacy alias of hours.' }),
        leave_loading_amount: Money,
        amount: Money,
      },
      PayLeaveInput,
    ),
  ),
)

export const LeaveBalanceRow = component(
  'PayLeaveBalance',
  closed({
    leave_type: Type.String(),
    name: Type.String(),
    hours: Type.Number({ description: 'Remaining after this pay.' }),
    weeks: optional(Type.Number({ description: 'NZ annual holidays, as the Act counts them.' })),
    days: optional(Type.Number({ description: 'NZ alternative holidays.' })),
  }),
)

export const AllowanceRow = component(
  'PayAllowance',
  closed(
    readBeside(
      {
        id: RowId,
        description: Type.String(),
        amount: Type.Number({ description: 'Dollars per unit.' }),
        units: Type.Number(),
        total_amount: Money,
        ...rowFields(ALLOWANCE_FIELDS, CivilDateText),
        is_reimbursement: optional(
          Type.Boolean({ description: 'Present only if true: neither taxed nor reported.' }),
        ),
      },
      PayAllowanceInput,
    ),
  ),
)

export const DeductionRow = component(
  'PayDeduction',
  closed(
    readBeside(
      {
        id: RowId,
        description: Type.String(),
        amount: Money,
        ...rowFields(DEDUCTION_FIELDS, CivilDateText),
      },
      PayDeductionInput,
    ),
  ),
)

export const BonusRow = component(
  'PayBonus',
  closed(
    readBeside(
      {
        id: RowId,
        description: Type.String(),
        amount: Money,
        ...rowFields(BONUS_FIELDS, CivilDateText),
      },
      PayBonusInput,
    ),
  ),
)

export const SacrificeRow = component(
  'PaySacrifice',
  closed(
    readBeside(
      {
        id: RowId,
        description: Type.String(),
        amount: Money,
        ...rowFields(SACRIFICE_FIELDS, CivilDateText),
      },
      PaySacrificeInput,
    ),
  ),
)

export const BackPaymentRow = component(
  'BackPayment',
  closed(
    readBeside(
      {
        id: RowId,
        description: Type.String(),
        amount: Money,
        ...rowFields(BACK_PAYMENT_FIELDS, CivilDateText),
      },
      BackPaymentInput,
    ),
  ),
)

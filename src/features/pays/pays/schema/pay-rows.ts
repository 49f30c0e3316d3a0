import { Type } from 'typebox'
import { CivilDateText, closed, component, nullable, readBeside, words } from '../../../../http/schema.ts'
import {
  ALLOWANCE_CATEGORIES,
  DEDUCTION_CLASSES,
  LEAVE_TYPES,
  STP_CATEGORIES,
  TAX_METHODS,
} from '../../../../payroll/words.ts'
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
const MaybeDate = nullable(CivilDateText)
const MaybeText = nullable(Type.String())
const MaybeFlag = nullable(Type.Boolean())

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
          Type.String({ format: 'date', description: 'The day it was worked, where it was said.' }),
        ),
        week: Type.Optional(Type.Integer({ description: 'The week of the pay period, where it was said.' })),
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
        description: Type.String({ description: 'The same as name, as a write takes it.' }),
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
        allowance_category: nullable(words(ALLOWANCE_CATEGORIES)),
        is_taxable: Type.Boolean(),
        is_itemised: Type.Boolean(),
        is_included_in_super_calculations: Type.Boolean(),
        is_reimbursement: optional(
          Type.Boolean({ description: 'Only where it is true: neither taxed nor reported.' }),
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
        classification: words(DEDUCTION_CLASSES),
        is_included_in_super_calculations: Type.Boolean(),
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
        tax_method: words(TAX_METHODS),
        start_date: MaybeDate,
        end_date: MaybeDate,
        is_included_in_super_calculations: Type.Boolean(),
        is_directors_fees: Type.Boolean(),
        is_return_to_work: Type.Boolean(),
        is_nz_ess: optional(MaybeFlag),
        is_nz_ess_cash_settled: optional(MaybeFlag),
        withhold_paye: optional(MaybeFlag),
        tax_as_nz_extra_pay: optional(MaybeFlag),
        is_nz_discretionary: optional(MaybeFlag),
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
        is_included_in_super_calculations: Type.Boolean(),
        is_super: Type.Boolean(),
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
        stp_category: words(STP_CATEGORIES),
        tax_method: words(TAX_METHODS),
        start_date: MaybeDate,
        end_date: MaybeDate,
      },
      BackPaymentInput,
    ),
  ),
)

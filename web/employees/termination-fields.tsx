import type { FieldPath, UseFormReturn } from 'react-hook-form'
import { Field } from '../parts/field.tsx'
import { takes } from '../typed-numbers.ts'
import type { TerminationValues } from './termination-values.ts'

type Props = { form: UseFormReturn<TerminationValues>; problems: Readonly<Record<string, string>> }
type Name = FieldPath<TerminationValues>

const REASONS = {
  TERMINATION: 'Termination',
  REDUNDANCY: 'Redundancy',
  INVALIDITY: 'Invalidity',
  DEATH_DEPENDENT: 'Death, paid to a dependant',
  DEATH_NON_DEPENDENT: 'Death, paid to a non-dependant',
  DEATH_ESTATE: 'Death, paid to the estate',
}
const CESSATIONS = { V: 'Resigned (V)', F: 'Dismissed (F)', C: 'Contract ended (C)', T: 'Transfer (T)' }

/** Fields for both countries. */
export function CommonTermination({ form, problems }: Props) {
  return (
    <>
      <Box
        {...{ form, problems }}
        name="termination_date"
        label="Last day"
        type="date"
        help="Leave is valued at this date."
      />
      <Box
        {...{ form, problems }}
        name="pay_date"
        label="Final pay on"
        type="date"
        help="The day it is paid. Picks the tax tables."
      />
      <Box
        {...{ form, problems }}
        name="period_end_date"
        label="Period ends on"
        type="date"
        isOptional
        help="The period that the final pay belongs to. Without a date it is the one that includes the pay date."
      />
    </>
  )
}

/** Reason, notice and payments of an Australian termination. */
export function AuTermination({ form, problems }: Props) {
  const [reason, notice] = form.watch(['reason', 'notice'])
  return (
    <>
      <Choice {...{ form, problems }} name="reason" label="Reason" options={REASONS} />
      {reason === 'TERMINATION' && (
        <Choice
          {...{ form, problems }}
          name="cessation_type_code"
          label="How it ended"
          options={CESSATIONS}
        />
      )}
      <Choice
        {...{ form, problems }}
        name="notice"
        label="Payment in lieu of notice"
        options={{ none: 'None', hours: 'Hours of notice', amount: 'A lump sum' }}
      />
      {notice !== 'none' && (
        <Box
          {...{ form, problems }}
          name="notice_amount"
          label={notice === 'hours' ? 'Notice hours' : 'Notice, dollars'}
          problemOf={notice === 'hours' ? 'notice_hours' : 'notice_lump_sum'}
          isNumber
        />
      )}
      <Choice
        {...{ form, problems }}
        name="is_unused_lsl_paid"
        label="Unused long service leave"
        options={{ '': 'By the state’s rules', yes: 'Pay it', no: 'Do not pay it' }}
      />
      <Choice
        {...{ form, problems }}
        name="is_unused_rdo_paid"
        label="Unused rostered days off"
        options={{ '': 'Pay a balance', yes: 'Pay it', no: 'Do not pay it' }}
      />
      <Choice
        {...{ form, problems }}
        name="is_unused_toil_paid"
        label="Unused time off in lieu"
        options={{ '': 'Pay a balance', yes: 'Pay it', no: 'Do not pay it' }}
      />
      <Box
        {...{ form, problems }}
        name="redundancy_amount"
        label="Redundancy payment"
        isNumber
        help="Severance above notice and leave."
      />
      <Box {...{ form, problems }} name="etp_amount" label="Other termination payment" isNumber />
    </>
  )
}

/** Notice and payments of a New Zealand termination. */
export function NzTermination({ form, problems }: Props) {
  const notice = form.watch('notice')
  return (
    <>
      <Choice
        {...{ form, problems }}
        name="notice"
        label="Payment in lieu of notice"
        options={{ none: 'None', amount: 'An amount' }}
      />
      {notice !== 'none' && (
        <Box
          {...{ form, problems }}
          name="notice_amount"
          label="Notice, dollars"
          problemOf="payment_in_lieu_amount"
          isNumber
        />
      )}
      <Box {...{ form, problems }} name="redundancy_amount" label="Redundancy payment" isNumber />
      <Box
        {...{ form, problems }}
        name="nz_ytd_taxable"
        label="Taxable earnings this year"
        help="For the yearly limit of the ACC earners’ levy; empty when unknown."
        isNumber
      />
    </>
  )
}

type BoxProps = Props & {
  name: Name
  label: string
  type?: string
  help?: string
  isNumber?: boolean
  isOptional?: boolean
  problemOf?: string
}

function Box(props: BoxProps) {
  const { form, problems, name, label, type = 'text', help, isNumber, isOptional, problemOf = name } = props
  return (
    <Field label={label} help={help} problem={problems[problemOf]}>
      {(control) => (
        <input
          type={type}
          required={type === 'date' && !isOptional}
          inputMode={isNumber ? 'decimal' : undefined}
          autoComplete="off"
          {...control}
          {...form.register(name, takes(isNumber, problemOf))}
        />
      )}
    </Field>
  )
}

function Choice(props: Props & { name: Name; label: string; options: Record<string, string> }) {
  const { form, problems, name, label, options } = props
  return (
    <Field label={label} problem={problems[name]}>
      {(control) => (
        <select {...control} {...form.register(name)}>
          {Object.entries(options).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import type { Country, EmployeePayRate } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { money, quantity } from '../format.ts'
import { Field } from '../parts/field.tsx'
import {
  deductionClassesOf,
  deductionName,
  leaveName,
  leaveTypesOf,
  RANGE_METHODS,
  TAX_METHODS,
} from './codes.ts'
import { ORDINARY, type PayValues } from './pay-values.ts'
import { Row, Section, TextField } from './row.tsx'

export type ListProps = { form: UseFormReturn<PayValues>; problems: Readonly<Record<string, string>> }

/** Hours with their rates. */
export function HoursList({ form, problems, rates }: ListProps & { rates: EmployeePayRate[] }) {
  const { isNz } = useCompany()
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'hours' })
  const blank = { description: 'Overtime', value: '', rate: 'multiplier', price: '1.5', is_overtime: true }
  return (
    <Section
      title="Hours"
      add="Add hours"
      onAdd={() => append({ ...blank, units: 'hours', date: '', week: '' })}
    >
      {fields.map((field, index) => {
        const at = `hours.${index}` as const
        const isPriced = ['fixed', 'multiplier'].includes(form.watch(`${at}.rate`))
        return (
          <Row key={field.id} name={field.description} onRemove={() => remove(index)}>
            <TextField form={form} problems={problems} name={`${at}.description`} label="Description" />
            <TextField form={form} problems={problems} name={`${at}.value`} label="Hours" isNumber />
            <Field label="Rate" className="choice" problem={problems[`${at}.rate_reference`]}>
              {(control) => (
                <select {...control} {...form.register(`${at}.rate`)}>
                  {rates.map((rate) => (
                    <option key={rate.reference} value={rate.reference}>
                      {rateName(rate)}
                    </option>
                  ))}
                  <option value="multiplier">Times …</option>
                  <option value="fixed">Dollars …</option>
                </select>
              )}
            </Field>
            {isPriced && (
              <TextField form={form} problems={problems} name={`${at}.price`} label="How much" isNumber />
            )}
            <Field label="Overtime" className="tick">
              {(control) => <input type="checkbox" {...control} {...form.register(`${at}.is_overtime`)} />}
            </Field>
            {isNz && (
              <TextField form={form} problems={problems} name={`${at}.date`} label="Day worked" type="date" />
            )}
          </Row>
        )
      })}
    </Section>
  )
}

function rateName(rate: EmployeePayRate): string {
  const price = rate.rate === null ? `× ${quantity(rate.multiplier ?? 1)}` : money(rate.rate)
  return `${rate.reference === ORDINARY ? 'Ordinary' : rate.description} ${price}`
}

const NAMES_OF_LEAVE = new Set(
  ['AU', 'NZ'].flatMap((country) => leaveTypesOf(country as Country).map(leaveName)),
)

/** Leave taken in the pay. */
export function LeaveList({ form, problems }: ListProps) {
  const { isNz, today } = useCompany()
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'leave' })
  const leave_type = isNz ? 'ANNUAL_HOLIDAYS' : 'HOLIDAY'
  const blank = {
    description: leaveName(leave_type),
    leave_type,
    date: today,
    hours: '',
    rate: '',
    loading: '',
  }
  /** The description follows the type, unless the user entered their own. */
  const rename = (index: number, type: string) => {
    const at = `leave.${index}.description` as const
    const isGiven = !NAMES_OF_LEAVE.has(form.getValues(at)) && form.getValues(at) !== ''
    if (!isGiven) form.setValue(at, leaveName(type), { shouldDirty: true })
    // Inland Revenue pays parental leave, so the employer's rate is 0.
    const rate = `leave.${index}.rate` as const
    if (isNz && type === 'PAID_PARENTAL' && form.getValues(rate) === '') form.setValue(rate, '0')
  }
  return (
    <Section title="Leave" add="Add leave" onAdd={() => append(blank)}>
      {fields.map((field, index) => {
        const at = `leave.${index}` as const
        return (
          <Row key={field.id} name={field.description} onRemove={() => remove(index)}>
            <TextField form={form} problems={problems} name={`${at}.description`} label="Description" />
            <Field label="Type" className="choice" problem={problems[`${at}.leave_type`]}>
              {(control) => (
                <select
                  {...control}
                  {...form.register(`${at}.leave_type`, {
                    onChange: (event) => rename(index, event.target.value),
                  })}
                >
                  {leaveTypesOf(isNz ? 'NZ' : 'AU').map((type) => (
                    <option key={type} value={type}>
                      {leaveName(type)}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            <TextField form={form} problems={problems} name={`${at}.date`} label="Date" type="date" />
            <TextField form={form} problems={problems} name={`${at}.hours`} label="Hours" isNumber />
            <TextField
              form={form}
              problems={problems}
              name={`${at}.rate`}
              label="Rate"
              isNumber
              placeholder="usual"
            />
          </Row>
        )
      })}
    </Section>
  )
}

/** Deductions after tax. */
export function DeductionList({ form, problems }: ListProps) {
  const { isNz } = useCompany()
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'deductions' })
  const blank = {
    description: '',
    amount: '',
    classification: 'NORMAL',
    is_included_in_super_calculations: true,
  }
  return (
    <Section title="Deductions" add="Add a deduction" onAdd={() => append(blank)}>
      {fields.map((field, index) => {
        const at = `deductions.${index}` as const
        return (
          <Row key={field.id} name={field.description} onRemove={() => remove(index)}>
            <TextField form={form} problems={problems} name={`${at}.description`} label="Description" />
            <TextField form={form} problems={problems} name={`${at}.amount`} label="Dollars" isNumber />
            <Field label="Kind" className="choice" problem={problems[`${at}.classification`]}>
              {(control) => (
                <select {...control} {...form.register(`${at}.classification`)}>
                  {deductionClassesOf(isNz ? 'NZ' : 'AU').map((code) => (
                    <option key={code} value={code}>
                      {deductionName(code)}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          </Row>
        )
      })}
    </Section>
  )
}

/** Bonuses, each with its tax method. */
export function BonusList({ form, problems }: ListProps) {
  const { isNz } = useCompany()
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'bonuses' })
  const blank = {
    description: 'Bonus',
    amount: '',
    tax_method: 'NORMAL_EARNINGS',
    start_date: '',
    end_date: '',
    is_included_in_super_calculations: true,
  }
  return (
    <Section title="Bonuses" add="Add a bonus" onAdd={() => append(blank)}>
      {fields.map((field, index) => {
        const at = `bonuses.${index}` as const
        const hasRange = RANGE_METHODS.includes(form.watch(`${at}.tax_method`))
        return (
          <Row key={field.id} name={field.description} onRemove={() => remove(index)}>
            <TextField form={form} problems={problems} name={`${at}.description`} label="Description" />
            <TextField form={form} problems={problems} name={`${at}.amount`} label="Dollars" isNumber />
            {!isNz && (
              <Field label="Taxed" className="choice" problem={problems[`${at}.tax_method`]}>
                {(control) => (
                  <select {...control} {...form.register(`${at}.tax_method`)}>
                    {Object.entries(TAX_METHODS).map(([code, name]) => (
                      <option key={code} value={code}>
                        {name}
                      </option>
                    ))}
                  </select>
                )}
              </Field>
            )}
            {hasRange && (
              <TextField form={form} problems={problems} name={`${at}.start_date`} label="From" type="date" />
            )}
            {hasRange && (
              <TextField form={form} problems={problems} name={`${at}.end_date`} label="To" type="date" />
            )}
          </Row>
        )
      })}
    </Section>
  )
}

/** Salary sacrifices, before tax. */
export function SacrificeList({ form, problems }: ListProps) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'pay_sacrifices' })
  const blank = {
    description: 'Super',
    amount: '',
    is_super: true,
    sacrificed_from: '',
    is_included_in_super_calculations: true,
  }
  return (
    <Section title="Salary sacrifice" add="Add a sacrifice" onAdd={() => append(blank)}>
      {fields.map((field, index) => {
        const at = `pay_sacrifices.${index}` as const
        return (
          <Row key={field.id} name={field.description} onRemove={() => remove(index)}>
            <TextField form={form} problems={problems} name={`${at}.description`} label="Description" />
            <TextField form={form} problems={problems} name={`${at}.amount`} label="Dollars" isNumber />
            <Field label="Into super" className="tick">
              {(control) => <input type="checkbox" {...control} {...form.register(`${at}.is_super`)} />}
            </Field>
            <Field label="Sacrificed from">
              {(control) => (
                <select {...control} {...form.register(`${at}.sacrificed_from`)}>
                  <option value="">An extra payment, then wages</option>
                  <option value="WAGES">Wages</option>
                  <option value="BONUS">A bonus</option>
                  <option value="BACK_PAYMENT">A back payment</option>
                </select>
              )}
            </Field>
          </Row>
        )
      })}
    </Section>
  )
}

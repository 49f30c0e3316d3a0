import { useFieldArray } from 'react-hook-form'
import type { CompanyAllowance } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { Field } from '../parts/field.tsx'
import { ALLOWANCE_CATEGORIES, BACK_PAYMENT_KINDS, earnsSuper, RANGE_METHODS, TAX_METHODS } from './codes.ts'
import type { ListProps } from './pay-lists.tsx'
import { Row, Section, TextField } from './row.tsx'

/** The allowances of the pay, either free-form or set up by the company. */
export function AllowanceList({ form, problems, offered }: ListProps & { offered: CompanyAllowance[] }) {
  const { isNz } = useCompany()
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'allowances' })
  const fresh = (description: string, amount: string, category: string) => ({
    description,
    amount,
    units: '1',
    allowance_category: category,
    is_taxable: true,
    is_itemised: false,
    is_included_in_super_calculations: earnsSuper(category),
  })
  return (
    <Section
      title="Allowances"
      add="Add an allowance"
      onAdd={() => append(fresh('', '', isNz ? '' : 'OD'))}
      more={
        offered.length > 0 && (
          <select
            aria-label="Add a company allowance"
            value=""
            onChange={(event) => {
              const chosen = offered.find(({ id }) => String(id) === event.target.value)
              if (chosen)
                append(fresh(chosen.description, String(chosen.amount), chosen.allowance_category ?? ''))
            }}
          >
            <option value="">Company allowance …</option>
            {offered.map((allowance) => (
              <option key={allowance.id} value={allowance.id}>
                {allowance.description}
              </option>
            ))}
          </select>
        )
      }
    >
      {fields.map((field, index) => {
        const at = `allowances.${index}` as const
        return (
          <Row key={field.id} name={field.description} onRemove={() => remove(index)}>
            <TextField form={form} problems={problems} name={`${at}.description`} label="Description" />
            <TextField form={form} problems={problems} name={`${at}.amount`} label="Dollars" isNumber />
            <TextField form={form} problems={problems} name={`${at}.units`} label="Times" isNumber />
            {!isNz && (
              <Field
                label="Category (STP code)"
                className="choice"
                problem={problems[`${at}.allowance_category`]}
              >
                {(control) => (
                  <select
                    {...control}
                    {...form.register(`${at}.allowance_category`, {
                      onChange: (event) =>
                        form.setValue(
                          `${at}.is_included_in_super_calculations`,
                          earnsSuper(event.target.value),
                        ),
                    })}
                  >
                    {Object.entries(ALLOWANCE_CATEGORIES).map(([code, name]) => (
                      <option key={code} value={code}>
                        {name}
                      </option>
                    ))}
                  </select>
                )}
              </Field>
            )}
            <Field label="Taxed" className="tick">
              {(control) => <input type="checkbox" {...control} {...form.register(`${at}.is_taxable`)} />}
            </Field>
            <Field label={isNz ? 'KiwiSaver' : 'Super'} className="tick">
              {(control) => (
                <input
                  type="checkbox"
                  {...control}
                  {...form.register(`${at}.is_included_in_super_calculations`)}
                />
              )}
            </Field>
          </Row>
        )
      })}
    </Section>
  )
}

/** Expenses that the employee gets back. They are neither taxed nor reported. */
export function ReimbursementList({ form, problems }: ListProps) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'reimbursements' })
  const start = form.getValues('allowances').length
  return (
    <Section
      title="Reimbursements"
      add="Add a reimbursement"
      onAdd={() => append({ description: '', amount: '' })}
    >
      {fields.map((field, index) => {
        const at = `reimbursements.${index}` as const
        const sent = `allowances.${start + index}`
        const own = { [`${at}.description`]: problems[`${sent}.description`] ?? '' }
        return (
          <Row key={field.id} name={field.description} onRemove={() => remove(index)}>
            <TextField form={form} problems={own} name={`${at}.description`} label="What for" />
            <TextField form={form} problems={problems} name={`${at}.amount`} label="Dollars" isNumber />
          </Row>
        )
      })}
    </Section>
  )
}

/** Pay owed for earlier periods. */
export function BackPaymentList({ form, problems }: ListProps) {
  const { isNz } = useCompany()
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'back_payments' })
  const blank = {
    description: 'Back pay',
    amount: '',
    stp_category: 'GROSS',
    tax_method: 'NORMAL_EARNINGS',
    start_date: '',
    end_date: '',
  }
  return (
    <Section title="Back payments" add="Add a back payment" onAdd={() => append(blank)}>
      {fields.map((field, index) => {
        const at = `back_payments.${index}` as const
        const hasRange = RANGE_METHODS.includes(form.watch(`${at}.tax_method`))
        return (
          <Row key={field.id} name={field.description} onRemove={() => remove(index)}>
            <TextField form={form} problems={problems} name={`${at}.description`} label="Description" />
            <TextField form={form} problems={problems} name={`${at}.amount`} label="Dollars" isNumber />
            {!isNz && (
              <Field label="Reported as" className="choice" problem={problems[`${at}.stp_category`]}>
                {(control) => (
                  <select {...control} {...form.register(`${at}.stp_category`)}>
                    {Object.entries(BACK_PAYMENT_KINDS).map(([code, name]) => (
                      <option key={code} value={code}>
                        {name}
                      </option>
                    ))}
                  </select>
                )}
              </Field>
            )}
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
            {(hasRange || !isNz) && (
              <TextField form={form} problems={problems} name={`${at}.start_date`} label="From" type="date" />
            )}
            {(hasRange || !isNz) && (
              <TextField form={form} problems={problems} name={`${at}.end_date`} label="To" type="date" />
            )}
          </Row>
        )
      })}
    </Section>
  )
}

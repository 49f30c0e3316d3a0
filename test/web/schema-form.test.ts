import { describe, expect, it } from 'vitest'
import { EmployeeCreate } from '../../src/features/employees/employees/index.ts'
import type { FieldSchema, ObjectSchema } from '../../web/api/types.ts'
import { checkValues } from '../../web/parts/schema-check.ts'
import { helpOf, kindOf, toValues, toWire } from '../../web/parts/schema-values.ts'

/* Percent, lengths and units of the form that is built from the schema. */

const SCHEMA = EmployeeCreate as unknown as ObjectSchema
const percents = Object.entries(SCHEMA.properties).filter(
  ([name, field]: [string, FieldSchema]) => kindOf(field, name) === 'percent',
)

describe('a field in percent', () => {
  it.each(percents.map(([name, field]) => [name, field] as const))(
    '%s says percent where it takes percent, and stores the fraction',
    (name, field) => {
      expect(toWire(field, '10', name)).toBe('0.1')
      const one = { properties: { [name]: field } }
      expect(toValues(one, { [name]: '0.1' })[name]).toBe('10')
      // No help may name a fraction beside an input that ends in %.
      expect(helpOf(field, name)).not.toMatch(/\b0?\.\d/)
    },
  )

  it('is every rate of the employee', () => {
    expect(percents.length).toBeGreaterThan(12)
    expect(percents.map(([name]) => name)).toContain('withholding_variation_rate')
    const field = SCHEMA.properties.withholding_variation_rate as FieldSchema
    expect(helpOf(field, 'withholding_variation_rate')).toBe(
      'The rate of a PAYG withholding variation of the tax office: 10 is 10% of the earnings.',
    )
  })
})

describe('a text that is too long', () => {
  it('is named, and not cut', () => {
    const check = (value: string) =>
      checkValues(SCHEMA, { primary_bank_account_number: value }, ['primary_bank_account_number'], {
        required: [],
        labelOf: () => 'Account number',
      })
    expect(check('01-0902-0068389-00')).toEqual({
      primary_bank_account_number: 'Account number has 18 characters and must have at most 12',
    })
    expect(check('12345678')).toEqual({})
  })
})

import { describe, expect, it } from 'vitest'
import { EmployeeCreate } from '../../src/features/employees/employees/index.ts'
import type { FieldSchema, ObjectSchema } from '../../web/api/types.ts'
import { helpsFor } from '../../web/employees/helps.ts'
import { labelOf, optionOf } from '../../web/employees/labels.ts'
import { longServiceTick } from '../../web/employees/long-service-tick.ts'
import { sectionsFor } from '../../web/employees/sections.ts'
import { checkValues } from '../../web/parts/schema-check.ts'
import { helpOf, kindOf, toValues, toWire } from '../../web/parts/schema-values.ts'
import { apiWordsIn } from '../support/api-words.ts'

/* Percentages, lengths and units in the form built from the schema. */

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
      // No help text may name a fraction next to an input that ends in %.
      expect(helpOf(field, name)).not.toMatch(/\b0?\.\d/)
    },
  )

  it('is every rate of the employee', () => {
    expect(percents.length).toBeGreaterThan(12)
    expect(percents.map(([name]) => name)).toContain('withholding_variation_rate')
    const field = SCHEMA.properties.withholding_variation_rate as FieldSchema
    expect(helpOf(field, 'withholding_variation_rate')).toBe(
      'The rate of a PAYG withholding variation from the tax office: 10 is 10% of the earnings.',
    )
  })
})

describe('a number', () => {
  it('is taken as people write it, as in the pay run grid', () => {
    const wire = (name: string, text: string) => toWire(SCHEMA.properties[name] as FieldSchema, text, name)
    expect(wire('pay_rate_per_hour', ' 1,234.5 ')).toBe('1234.5')
    expect(wire('standard_hours_per_day', '7:36')).toBe('7.6')
    expect(wire('super_rate', ' 12.5 % ')).toBe('0.125')
    expect(wire('pay_rate_per_hour', 'forty')).toBe('forty')
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

describe('a label in front of a person', () => {
  /** Short forms of the API's names, which mean little on a screen. */
  const SHORT = /\b(?:num|enabled|lsl|ytd|non decimal|percentage|workers comp|id)\b/i

  it.each(['AU', 'NZ'] as const)('has no word of the API in %s, and neither has a choice', (country) => {
    const shown = sectionsFor(country, Object.keys(SCHEMA.properties)).flatMap(({ fields }) => fields)
    const texts = shown.flatMap((name) => [
      labelOf(name, country),
      ...((SCHEMA.properties[name] as FieldSchema).enum ?? [])
        .filter((code) => code !== null && code !== '')
        .map((code) => optionOf(name, String(code))),
    ])
    expect(texts.length).toBeGreaterThan(80)
    expect(texts.filter((text) => apiWordsIn(text).length > 0 || SHORT.test(text))).toEqual([])
    // Two boxes of one section must not have the same label.
    for (const { fields } of sectionsFor(country, shown)) {
      const labels = fields.map((name) => labelOf(name, country))
      expect(labels).toEqual([...new Set(labels)])
    }
  })
})

describe('the tick for long service leave', () => {
  it('is sent as shown where the status would change it', () => {
    const full = { employment_status: 'Full-time', is_lsl_enabled: true }
    const casual = { employment_status: 'Casual', is_lsl_enabled: false }
    expect(longServiceTick(full, full)).toEqual({})
    expect(longServiceTick(full, casual)).toEqual({ is_lsl_enabled: false })
    expect(longServiceTick(full, { ...casual, is_lsl_enabled: true })).toEqual({ is_lsl_enabled: true })
    expect(longServiceTick(casual, full)).toEqual({ is_lsl_enabled: true })
    expect(longServiceTick(casual, { ...casual, is_lsl_enabled: true })).toEqual({})
  })
})

describe('a help text in front of a person', () => {
  /** Wire names, codes and values of the API, and descriptions of what a program does with them. */
  const FOR_PROGRAMS = /`|\b(?:true|false|null|sends?|sending|sent)\b|\brates\/|\b[a-z]+_[a-z_]+\b/i
  const codes = new Set(
    Object.values(SCHEMA.properties).flatMap((field: FieldSchema) =>
      (field.enum ?? []).filter((code) => code !== null && /^[A-Z]{4,}/.test(code)),
    ),
  )

  it.each(['AU', 'NZ'] as const)('has no word of the API in %s', (country) => {
    const helps = helpsFor(country)
    const shown = sectionsFor(country, Object.keys(SCHEMA.properties)).flatMap(({ fields }) => fields)
    const wrong = shown.flatMap((name) => {
      const field = SCHEMA.properties[name] as FieldSchema
      const help = helps[name] ?? helpOf(field, name)
      // Without a help text of its own, the description's names and codes would be shown in lower case.
      const source = helps[name] ?? (help === '' ? '' : (field.description ?? ''))
      const bare = source.replace(/Default (`[^`]*`|true|false|\d+)\./, '').replace(/Null: [^.]*\./, '')
      const inCode = [...bare.matchAll(/\b[A-Z]{4,}\b/g)].filter(([code]) => codes.has(code))
      return FOR_PROGRAMS.test(help) || apiWordsIn(bare).length + inCode.length > 0
        ? [`${name}: ${help}`]
        : []
    })
    expect(wrong).toEqual([])
  })
})

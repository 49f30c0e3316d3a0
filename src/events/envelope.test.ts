import { describe, expect, it } from 'vitest'
import { buildEnvelope, escapeNonAscii } from './envelope.ts'

const event = (data: unknown) => ({
  type: 'employee.updated',
  createdAt: new Date('2026-11-02T03:04:05.678Z'),
  customerId: 7,
  entity: { type: 'employee', id: 12 },
  data,
})

describe('an envelope', () => {
  it('has exactly the specified members, in order, as compact JSON', () => {
    const { id, body } = buildEnvelope(event({ a: 1 }), true)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
    expect(body).toBe(
      `{"id":"${id}","type":"employee.updated","createdAt":"2026-11-02T03:04:05","customerId":7,` +
        '"entity":{"type":"employee","id":12},"data":{"a":1}}',
    )
  })

  it('escapes every character outside ASCII and keeps its meaning', () => {
    const data = { name: 'Zoë Māori 😀', note: '\u007f"\\' }
    const { body } = buildEnvelope(event(data), true)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test checks exactly this range
    expect(body).toMatch(/^[\x00-\x7f]*$/)
    expect(body).toContain('Zo\\u00eb M\\u0101ori \\ud83d\\ude00')
    expect(JSON.parse(body).data).toEqual(data)
    expect(escapeNonAscii('"é"')).toBe('"\\u00e9"')
  })
})

describe('tax and bank account numbers in an envelope', () => {
  const data = {
    tax_file_number: '123456782',
    ird_number: '049091850',
    bank_account_number: '12345678',
    primary_bank_account_number: '987654321',
    secondary_bank_account_number: '',
    nested: [{ account_number: '00112233', account_name: 'Zoë' }],
    note: '"tax_file_number":"123456782" is only text',
    direct_entry_user_id: '123456',
    default_employee_fund_member_number: '5551234',
  }

  it('are masked wherever they stand, and nothing else is', () => {
    expect(JSON.parse(buildEnvelope(event(data), true).body).data).toEqual({
      ...data,
      tax_file_number: '***782',
      ird_number: '***850',
      bank_account_number: '***678',
      primary_bank_account_number: '***321',
      nested: [{ account_number: '***233', account_name: 'Zoë' }],
    })
  })

  it('are shown when the setting says so', () => {
    expect(JSON.parse(buildEnvelope(event(data), false).body).data).toEqual(data)
  })

  it('stay null when there is none', () => {
    const { body } = buildEnvelope(event({ tax_file_number: null }), true)
    expect(JSON.parse(body).data).toEqual({ tax_file_number: null })
  })
})

import { describe, expect, it } from 'vitest'
import { plainWords } from '../../web/plain-words.ts'

describe('a sentence of the API', () => {
  it.each([
    [
      'notice_hours must be a number, or a decimal string such as "1250.50"',
      'Notice hours must be a number, for example 38 or 7.6',
    ],
    [
      'Set bank_bsb, bank_name_code, direct_entry_user_id of the company first',
      'Set bank BSB, bank name code, direct entry user id of the company first',
    ],
    ['The company has no phone: set `phone`. (TelephoneMinimalN)', 'The company has no phone: set “phone”.'],
    [
      'The company has no ABN: set `abn`. (AustralianBusinessNumberId).; The company has no postcode: set `postcode`. (PostcodeT).;',
      'The company has no ABN: set “ABN”. The company has no postcode: set “postcode”.',
    ],
    [
      'Worth a look: 2 people share an account.; 1 is new.',
      'Worth a look: 2 people share an account. 1 is new.',
    ],
    ['Paid to Ann (McDonald).', 'Paid to Ann (McDonald).'],
    ['leave from_date out, or send 2026-07-01', 'Leave from date empty, or enter 2026-07-01'],
    [
      'Name an account for net_pay with PUT …/journal-accounts before you create a journal.',
      'Name an account for net pay under Reports → Journals before you create a journal.',
    ],
    ['It is lodged already. Send it again with resend=true.', 'It is lodged already. Send it again.'],
    [
      'abn: Single Touch Payroll would refuse an event without it (CMN.ATO.GEN.200010). Set abn.',
      'ABN: Single Touch Payroll would refuse an event without it. Set ABN.',
    ],
    ['Mia Brown has no super fund (Kitchen).', 'Mia Brown has no super fund (Kitchen).'],
  ])('is read in words: %s', (sentence, words) => {
    expect(plainWords(sentence)).toBe(words)
  })
})

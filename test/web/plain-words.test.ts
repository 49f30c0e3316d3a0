import { describe, expect, it } from 'vitest'
import { inLabels, inPlainLabels } from '../../web/employees/labels.ts'
import '../../web/validation-words.ts'
import { problemAt } from '../../web/parts/field-problem.ts'
import { plainWords } from '../../web/plain-words.ts'

describe('a finding', () => {
  it.each([
    ['It is off unless is_lsl_enabled is true.', 'It is off unless “Long service leave accrues” is on.'],
    ['No account: set `bank_account_number`.', 'No account: set “Account number”.'],
    [
      'phone: Single Touch Payroll would refuse an event without it. Set phone.',
      'Single Touch Payroll would refuse an event without the phone. Enter it.',
    ],
  ])('names fields by their labels: %s', (sentence, expected) => {
    expect(inPlainLabels(sentence)).toBe(expected)
  })
})

describe('a problem at an input', () => {
  it.each([
    ['What kind', 'leave_type must be one of ANNUAL, SICK', 'What kind must be one of Annual, Sick'],
    ['ABN', 'abn: The ABN fails its checksum.', 'The ABN fails its checksum.'],
    ['BSB', 'lines.0.bank_bsb must have six digits', 'BSB must have six digits'],
    ['Dollars', 'must be a number or decimal string from 0 to 100', 'Dollars must be a number from 0 to 100'],
    ['Start date', 'Start date is required', 'Start date is required'],
    ['Key', 'contains a private key', 'Key contains a private key'],
    [
      'Born',
      'date_of_birth must be a date of the form YYYY-MM-DD, from 1900 to 2199',
      'Born must be a date with day, month and year, for example 14 March 2027',
    ],
    [
      'Hours',
      'value must be a number up to 1,000,000,000 on either side, or its decimal string such as "1250.50"',
      'Hours must be a number up to 1,000,000,000, for example 38 or 7.6',
    ],
    [
      'Pay period',
      'default_pay_period must be WEEKLY, FORTNIGHTLY, FOUR_WEEKLY; four weekly is not used in this country',
      'Pay period must be Weekly, Fortnightly, Four-weekly; four weekly is not used in this country',
    ],
    [
      'Region',
      'region must be one of OTAGO, HAWKES_BAY, NZ, null',
      'Region must be one of Otago, Hawkes bay, NZ',
    ],
    ['Days', 'days must be >= 1', 'Days must be at least 1'],
    ['Days', 'days must be integer', 'Days must be a whole number'],
    ['Name', 'name must not have fewer than 1 characters', 'Name must not be empty'],
    ['Colour', 'colour must match pattern "^#[0-9a-f]{6}$"', 'Colour is not written as expected'],
    [
      'Amount',
      'amount must be a number or decimal string that is not negative',
      'Amount must be a number, 0 or more',
    ],
  ])('has its label: %s', (label, message, words) => {
    expect(problemAt(label, message)).toBe(words)
  })
})

describe('a message about fields', () => {
  it.each([
    [
      'Leave does not accrue: it is off for casuals unless is_lsl_enabled is true.',
      'Leave does not accrue: it is off for casuals unless “Long service leave accrues” is on.',
    ],
    ['A new one begins: send is_super_enabled true.', 'A new one begins: tick “Gets super”.'],
    ['The change applies from 2026-11-20.', 'The change applies from 20 Nov 2026.'],
    ['pay_period was sent and is cleared.', '“Pay period” was entered and is cleared.'],
    ['Change at once: send tax_file_number alone.', 'Change at once: enter “Tax file number (TFN)” alone.'],
  ])('has labels, and says what to do on the screen: %s', (sentence, words) => {
    expect(inLabels(sentence)).toBe(words)
  })
})

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
    ['omit from_date, or send 2026-07-01', 'Leave from date empty, or enter 1 July 2026'],
    [
      'Name an account for net_pay with PUT …/journal-accounts before you create a journal.',
      'Name an account for net pay under Reports → Journals before you create a journal.',
    ],
    ['It is lodged already. Send it again with resend=true.', 'It is lodged already. Send it again.'],
    [
      'abn: Single Touch Payroll would refuse an event without it (CMN.ATO.GEN.200010). Set abn.',
      'Single Touch Payroll would refuse an event without the ABN. Enter it.',
    ],
    [
      'email_address: Inland Revenue would refuse a file without it (100). Set email_address.',
      'Inland Revenue would refuse a file without the email address. Enter it.',
    ],
    ['Mia Brown has no super fund (Kitchen).', 'Mia Brown has no super fund (Kitchen).'],
  ])('is read in words: %s', (sentence, words) => {
    expect(plainWords(sentence)).toBe(words)
  })
})

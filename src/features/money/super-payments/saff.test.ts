import { expect, it } from 'vitest'
import { decimal } from '../../../kernel/values/money.ts'
import { type SaffLine, writeSaff } from './saff.ts'

const SENDER = {
  abn: '53004085616',
  name: '@Acme',
  contactFamilyName: '-Owner',
  contactGivenName: '=1+1',
  email: '-a@b.example',
  phone: '+61 2 9999 9999',
  bsb: '062-000',
  accountNumber: '12345678',
  accountName: ' \t=cmd',
}

const amount = decimal('10.00')
const LINE = {
  employer: { abn: SENDER.abn, name: SENDER.name },
  member: {
    tfn: null,
    familyName: '-Smith',
    givenName: '--=+@Jo',
    otherName: '\u0007-\n-X',
    gender: 'FEMALE',
    dateOfBirth: '1990-01-02',
    address1: '-5/3 Foo "St"',
    address2: '+',
    city: '=HYPERLINK("x")',
    state: 'NSW',
    postcode: '2000',
    country: 'AU',
    email: null,
    landline: null,
    mobile: null,
    payrollNumber: '-7',
    startDate: '2020-01-01',
    endDate: null,
    employmentStatus: 'Casual',
  },
  share: { fund: null, amount, guarantee: amount, sacrificed: amount, voluntary: amount },
  periodStart: '2026-07-01',
  periodEnd: '2026-07-07',
  paymentReference: 'TAS1',
} as unknown as SaffLine

it('no cell starts like a formula, and what is left is the value itself', () => {
  const text = writeSaff('file', SENDER, '2026-07-08', [LINE])
  const cells = [...text.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = '']) => cell)
  expect(cells.filter((cell) => /^[\s=+\-@]|\p{Cc}/u.test(cell))).toEqual([])
  for (const value of ['Smith', 'Jo', 'X', '5/3 Foo ""St""', 'HYPERLINK(""x"")', 'Acme', 'cmd', '7', '10.00'])
    expect(cells).toContain(value)
})

import type { EventFacts, Income, Payee } from '../../src/countries/au/stp/facts.ts'
import { civilDate } from '../../src/kernel/values/dates.ts'
import { decimal, ZERO } from '../../src/kernel/values/money.ts'

/** An income with an amount under every name. */
export function anIncome(overrides: Partial<Income> = {}): Income {
  return {
    type: 'SAW',
    gross: decimal('5200'),
    overtime: decimal('120'),
    bonuses: decimal('100.5'),
    directorsFees: ZERO,
    paidLeave: { O: decimal('304') },
    allowances: [
      { code: 'TD', description: null, amount: decimal('20') },
      { code: 'OD', description: 'H1', amount: decimal('15') },
    ],
    sacrificedToSuper: decimal('50'),
    sacrificedToOther: ZERO,
    lumpSums: [
      { code: 'E', year: '2024', amount: decimal('1300') },
      { code: 'W', year: null, amount: decimal('250') },
    ],
    etps: [
      {
        code: 'O',
        date: '2026-07-10',
        taxFree: ZERO,
        taxable: decimal('1000'),
        withheld: decimal('320'),
      },
    ],
    withheld: decimal('1042'),
    foreignTax: ZERO,
    exemptForeignIncome: ZERO,
    ...overrides,
  }
}

export function aPayee(overrides: Partial<Payee> = {}): Payee {
  return {
    employeeId: 7,
    part: 'employee',
    name: 'Zoë Nguyen',
    tfn: '123456782',
    abn: null,
    payrollId: '7',
    previousPayrollId: null,
    firstName: 'Zoë',
    middleName: null,
    lastName: 'Nguyen',
    dateOfBirth: '1994-03-21',
    address1: '4 Harbour Street',
    address2: null,
    city: 'Sydney',
    state: 'NSW',
    postcode: '2000',
    country: 'AU',
    email: 'zoe@example.com',
    phone: '+61 400 000 001',
    startDate: '2025-07-01',
    ended: { date: '2026-07-09', code: 'V' },
    basis: 'F',
    taxTreatment: 'RTXXXX',
    taxOffset: null,
    nationality: null,
    period: { start: '2026-07-06', end: '2026-07-12' },
    isFinal: false,
    year: {
      incomes: [anIncome()],
      deductions: { F: decimal('12'), G: decimal('30') },
      superLiability: decimal('624'),
      superEarnings: decimal('5200'),
      reportableSuper: decimal('50'),
      fringeBenefits: {},
    },
    ...overrides,
  }
}

/** A pay event that breaks no rule. */
export function eventFacts(overrides: Partial<EventFacts> = {}): EventFacts {
  return {
    action: 'submit',
    isReplacement: false,
    bmsId: '5e6f1d3c-8f0e-4a47-9d2c-7b1f0c2e9a10',
    previousBmsId: null,
    agent: null,
    transactionId: '0b7c9d1e-2f3a-4b5c-8d6e-7f8091a2b3c4',
    payer: {
      abn: '51 824 753 556',
      branch: null,
      name: 'Kookaburra Café & Co',
      contactName: 'Kim Payroll',
      email: 'pay@kookaburra.example',
      phone: '(02) 5550-1234',
      postcode: '2000',
      country: 'AU',
    },
    declarer: 'owner@demo.example',
    payDate: civilDate('2026-07-10'),
    today: civilDate('2026-07-10'),
    now: new Date('2026-07-10T01:00:00Z'),
    totals: {
      gross: decimal('1520'),
      withheld: decimal('302'),
      garnishee: decimal('30'),
      childSupport: ZERO,
    },
    payees: [aPayee()],
    ...overrides,
  }
}

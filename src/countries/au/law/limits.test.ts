import { describe, expect, it } from 'vitest'
import { auRates } from '../../../../test/golden/au-kinds.ts'
import {
  allowanceLine,
  auPay,
  backPayment,
  bonusLine,
  deductionLine,
  hoursLine,
  leaveLine,
  otherPays,
  sacrificeLine,
} from '../../../../test/support/au-pay.ts'
import { civilDate } from '../../../kernel/values/dates.ts'
import { decimal, ZERO } from '../../../kernel/values/money.ts'
import type { AuPayInput, SuperSettings, TaxDeclaration } from './input.ts'
import { calculateAuPay } from './pay.ts'

/* Every limit of a pay without an ending: its case at, below and above. */

const pay = (change: Partial<AuPayInput>) => calculateAuPay(auPay(change), auRates)
const withSuper = (change: Partial<AuPayInput>, settings: Partial<SuperSettings>) =>
  pay({ ...change, superannuation: { ...auPay().superannuation, ...settings } })
const declared = (change: Partial<TaxDeclaration>): Partial<AuPayInput> => ({
  declaration: { ...auPay().declaration, ...change },
})
const leaveSettings = (change: Partial<AuPayInput['leaveSettings']>) => ({
  leaveSettings: { ...auPay().leaveSettings, ...change },
})
const stepOf = (result: ReturnType<typeof pay>, name: string) =>
  result.steps.find((step) => step.name === name)?.amount.toFixed(2)

describe('the super base', () => {
  const base = (change: Partial<AuPayInput>) =>
    pay({ hours: [hoursLine('10', '50')], ...change }).figures.superBase.toFixed(2)

  it('counts allowances, bonuses and back pay that say so, and no overtime back pay', () => {
    expect(base({ allowances: [allowanceLine('20'), allowanceLine('5', { isInSuper: false })] })).toBe(
      '520.00',
    )
    expect(base({ bonuses: [bonusLine('30'), bonusLine('5', { isInSuper: false })] })).toBe('530.00')
    const backPayments = [
      backPayment('40'),
      backPayment('5', { isInSuper: false }),
      backPayment('6', { stpCategory: 'OVERTIME' }),
    ]
    expect(base({ backPayments })).toBe('540.00')
  })

  it('loses sacrifices and deductions kept out of super, never going below zero', () => {
    expect(base({ sacrifices: [sacrificeLine('100', { isInSuper: false })] })).toBe('400.00')
    expect(base({ deductions: [deductionLine('100', { isInSuper: false })] })).toBe('400.00')
    const hours = [hoursLine('1', '10'), hoursLine('10', '50', true)]
    expect(base({ hours, sacrifices: [sacrificeLine('100', { isInSuper: false })] })).toBe('0.00')
    const gross = withSuper(
      { hours, sacrifices: [sacrificeLine('100', { isInSuper: false })] },
      { basedOn: 'GROSS' },
    )
    expect(gross.figures.superBase.toFixed(2)).toBe('410.00')
  })

  it('has nothing of the hours of a workers compensation pay', () => {
    expect(base({ isWorkersCompensationPay: true })).toBe('0.00')
  })
})

describe('the maximum base', () => {
  const counted = (before: string) =>
    pay({
      hours: [hoursLine('10', '100')],
      yearToDate: { ...auPay().yearToDate, superBaseInYear: decimal(before) },
    }).figures.superBaseCounted.toFixed(2)
  const maximum = auRates.superMaximum.at(auPay().payDate).value.amount

  it('bounds what is counted at, below and above it', () => {
    expect(counted(maximum.minus('1000').toFixed())).toBe('1000.00')
    expect(counted(maximum.minus('999.99').toFixed())).toBe('999.99')
    expect(counted(maximum.toFixed())).toBe('0.00')
    expect(counted(maximum.plus('1').toFixed())).toBe('0.00')
  })
})

describe('the rate of super', () => {
  const hours = [hoursLine('10', '100')]

  it('warns below the law’s, not at it', () => {
    expect(withSuper({ hours }, { compulsoryRate: decimal('0.12') }).warnings).toEqual([])
    expect(withSuper({ hours }, { compulsoryRate: decimal('0.1199') }).warnings.length).toBe(1)
    expect(withSuper({ hours }, { compulsoryRate: decimal('0.1'), isEnabled: false }).warnings).toEqual([])
  })

  it('adds nothing where the whole rate is not above the compulsory one', () => {
    const resc = (rate: string) => withSuper({ hours }, { rate: decimal(rate) }).figures.rescSuper.toFixed(2)
    expect([resc('0.11'), resc('0.12'), resc('0.13')]).toEqual(['0.00', '0.00', '10.00'])
  })
})

describe('under 18', () => {
  const owed = (change: Partial<AuPayInput>) =>
    pay({ dateOfBirth: civilDate('2009-11-13'), ...change }).figures.super.gt(ZERO)

  it('spreads the hours of a fortnight or a month evenly over its weeks', () => {
    const fortnight = (hours: string) => owed({ payPeriod: 'FORTNIGHTLY', hours: [hoursLine(hours, '20')] })
    expect([fortnight('60'), fortnight('60.01')]).toEqual([false, true])
    const month = (hours: string) => owed({ payPeriod: 'MONTHLY', hours: [hoursLine(hours, '20')] })
    expect([month('130'), month('130.01')]).toEqual([false, true])
  })

  it('counts the hours of all pays of the period where they are known', () => {
    expect(owed({ hours: [hoursLine('10', '20')], hoursInPeriod: decimal('31') })).toBe(true)
    expect(owed({ hours: [hoursLine('10', '20')], hoursInPeriod: decimal('30') })).toBe(false)
  })

  it('needs one week of more than 30 hours', () => {
    const week = (number: number, hours: string) => ({ ...hoursLine(hours, '20'), week: number })
    const fortnight = { payPeriod: 'FORTNIGHTLY' } as const
    expect(owed({ ...fortnight, hours: [week(1, '30'), week(2, '30')] })).toBe(false)
    expect(owed({ ...fortnight, hours: [week(1, '1'), week(2, '30.5')] })).toBe(true)
  })

  it('ends on the eighteenth birthday, and is not asked where no birthday is known', () => {
    const hours = [hoursLine('5', '20')]
    expect(owed({ hours, dateOfBirth: civilDate('2008-11-13') })).toBe(false)
    expect(owed({ hours, dateOfBirth: civilDate('2008-11-12') })).toBe(true)
    expect(owed({ hours, dateOfBirth: null })).toBe(true)
  })
})

describe('rows', () => {
  it('take the employee’s own hourly amounts unless the row names its rate', () => {
    const own = leaveSettings({ workersCompPerHour: decimal('33'), paidParentalPerHour: decimal('22') })
    const leave = [
      leaveLine('WORKERS_COMP', '1', '40'),
      leaveLine('PAID_PARENTAL', '1', '40'),
      leaveLine('SICK', '1', '40'),
      { ...leaveLine('WORKERS_COMP', '1', '40'), hasOwnRate: true },
    ]
    expect(pay({ ...own, leave }).lines.leave.map((row) => row.amount.toFixed())).toEqual([
      '33',
      '22',
      '40',
      '40',
    ])
    expect(pay({ leave }).lines.leave.map((row) => row.amount.toFixed())).toEqual(['40', '40', '40', '40'])
    const hours = [hoursLine('1', '40')]
    expect(pay({ ...own, hours }).figures.gross.toFixed()).toBe('40')
    expect(pay({ ...own, hours, isWorkersCompensationPay: true }).figures.gross.toFixed()).toBe('33')
    expect(pay({ hours, isWorkersCompensationPay: true }).figures.gross.toFixed()).toBe('40')
  })

  it('have loading on annual leave only', () => {
    const leave = [leaveLine('HOLIDAY', '10', '40'), leaveLine('SICK', '10', '40')]
    const loading = pay({ ...leaveSettings({ loadingPercentage: decimal('0.175') }), leave }).lines.leave
    expect(loading.map((row) => row.loading.toFixed(2))).toEqual(['70.00', '0.00'])
  })

  it('count as workers compensation by leave type or by the whole pay', () => {
    const rows = {
      hours: [hoursLine('2', '40')],
      leave: [leaveLine('WORKERS_COMP', '1', '40'), leaveLine('SICK', '1', '40')],
    }
    expect(pay(rows).figures.workersCompensation.toFixed()).toBe('40')
    expect(pay({ ...rows, isWorkersCompensationPay: true }).figures.workersCompensation.toFixed()).toBe('120')
    expect(stepOf(pay({ hours: rows.hours }), 'workers-compensation')).toBeUndefined()
  })
})

describe('sacrifices come off', () => {
  const taxable = (sacrifice: string) => {
    const result = pay({
      hours: [hoursLine('1', '100')],
      bonuses: [
        bonusLine('50', { taxMethod: 'METHOD_A_WHOLE_YEAR' }),
        bonusLine('30', { taxMethod: 'METHOD_A_WHOLE_YEAR' }),
        bonusLine('20', { isReturnToWork: true }),
      ],
      sacrifices: [sacrificeLine(sacrifice)],
    })
    const { periodTaxable, extras, taxableGross } = result.figures
    return [periodTaxable, extras, taxableGross].map((figure) => figure.toFixed())
  }

  it('the normal earnings first, then the extras in order, then a return to work payment', () => {
    expect(taxable('100')).toEqual(['0', '80', '100'])
    expect(taxable('100.01')).toEqual(['0', '79.99', '99.99'])
    expect(taxable('160')).toEqual(['0', '20', '40'])
    expect(taxable('190')).toEqual(['0', '0', '10'])
  })
})

describe('the tax file number', () => {
  const date = auPay().payDate
  const tax = (days: number) => {
    const declarationDate = civilDate(
      new Date(Date.parse(date) - days * 86_400_000).toISOString().slice(0, 10),
    )
    return pay({ hours: [hoursLine('10', '50')], ...declared({ tfn: 'PENDING', declarationDate }) })
  }

  it('is waited for as many days as the rules say, from the declaration', () => {
    const { pendingDays } = auRates.tfnRules.at(date).value
    expect(tax(pendingDays).warnings).toEqual([])
    expect(tax(pendingDays + 1).warnings.join()).toContain(`No tax file number ${pendingDays} days after`)
    expect(tax(pendingDays + 1).figures.tax.gt(tax(pendingDays).figures.tax)).toBe(true)
    // Audit B1: without a signed date the days run from the start date.
    const started = (startDate: string) =>
      pay({
        hours: [hoursLine('10', '50')],
        startDate: civilDate(startDate),
        ...declared({ tfn: 'PENDING' }),
      }).figures.tax.toFixed()
    expect(started(date)).toBe(tax(0).figures.tax.toFixed())
    expect(started('2020-01-06')).toBe(tax(pendingDays + 1).figures.tax.toFixed())
  })

  it('is not asked of an under-18 up to the limit of the period', () => {
    const { under18Limit } = auRates.tfnRules.at(date).value
    const warns = (payPeriod: AuPayInput['payPeriod'], amount: string) =>
      pay({
        payPeriod,
        dateOfBirth: civilDate('2010-03-04'),
        hours: [hoursLine('1', amount)],
        superannuation: { ...auPay().superannuation, isAgeThresholdEnabled: false },
        ...declared({ tfn: 'UNDER_18' }),
      }).warnings.length > 0
    for (const [period, limit] of [
      ['WEEKLY', under18Limit.weekly],
      ['FORTNIGHTLY', under18Limit.fortnightly],
      ['MONTHLY', under18Limit.monthly],
    ] as const) {
      expect(warns(period, limit.toFixed())).toBe(false)
      expect(warns(period, limit.plus('0.01').toFixed())).toBe(true)
    }
    expect(pay({ hours: [hoursLine('1', '5000')] }).warnings).toEqual([])
  })
})

describe('adjustments of the withholding', () => {
  const hours = [hoursLine('38', '40')]
  const plain = pay({ hours }).figures.tax

  it('take an annual offset off where the threshold is claimed, never going below nothing', () => {
    const offset = (annual: string, change: Partial<TaxDeclaration> = {}) =>
      pay({ hours, ...declared({ annualTaxOffset: decimal(annual), ...change }) }).figures.tax
    expect(offset('1000').lt(plain)).toBe(true)
    expect(offset('1000000').toFixed()).toBe('0')
    const notClaimed = { claimsTaxFreeThreshold: false }
    expect(offset('1000', notClaimed).toFixed()).toBe(
      pay({ hours, ...declared(notClaimed) }).figures.tax.toFixed(),
    )
    for (const medicareExemption of ['FULL', 'HALF'] as const) {
      const without = pay({ hours, ...declared({ medicareExemption }) }).figures.tax
      expect(offset('1000', { medicareExemption }).lt(without)).toBe(true)
    }
  })

  it('add the extra of a year with 53 pays only where it was asked for and something is withheld', () => {
    const asked = declared({ hasAskedForExtraPayWithholding: true })
    expect(pay({ hours, ...asked }).figures.tax.gt(plain)).toBe(true)
    expect(pay({ hours: [hoursLine('1', '100')], ...asked }).figures.tax.toFixed()).toBe('0')
  })

  it('name the tables they were read from', () => {
    const result = pay({
      hours,
      ...declared({ annualTaxOffset: decimal('1000'), hasAskedForExtraPayWithholding: true }),
    })
    const source = result.steps.find((step) => step.name === 'tax.period')?.source
    expect(source?.kind === 'tables' && source.tables.length).toBe(3)
  })
})

describe('earlier pays of the period', () => {
  // Decision I, order of pays in a period, replaces "not below zero" of G: what they withheld too much is given back.
  it('are settled on this pay, whichever way', () => {
    const hours = [hoursLine('1', '40')]
    expect(pay({ hours, otherPays: otherPays('100', '500') }).figures.tax.toFixed()).toBe('-500')
    expect(stepOf(pay({ hours }), 'tax.period.remaining')).toBeUndefined()
    expect(stepOf(pay({ hours, otherPays: otherPays('0', '1') }), 'tax.period.remaining')).toBe('-1.00')
  })
})

describe('a return to work payment', () => {
  it('has the rate of Schedule 4, to the nearest dollar, or the flat rate without a number', () => {
    const bonuses = [bonusLine('101', { isReturnToWork: true })]
    const { rate, noTfn } = auRates.schedule4.at(auPay().payDate).value
    expect(stepOf(pay({ bonuses }), 'tax.return-to-work')).toBe(
      decimal('101').times(rate).round(0).toFixed(2),
    )
    expect(noTfn.resident.gt(ZERO)).toBe(true)
    expect(stepOf(pay({ bonuses, ...declared({ tfn: 'NOT_QUOTED' }) }), 'tax.return-to-work')).toBe('47.00')
    expect(stepOf(pay({}), 'tax.return-to-work')).toBeUndefined()
  })
})

describe('what is reported', () => {
  it('keeps the categories of back pay apart', () => {
    const { reporting } = pay({
      backPayments: [
        backPayment('1', { stpCategory: 'BONUS_COMMISSION_NON_DIRECTOR_S_FEES' }),
        backPayment('2', { stpCategory: 'DIRECTOR_S_FEES' }),
        backPayment('4', { stpCategory: 'OVERTIME' }),
        backPayment('8', { stpCategory: 'LEAVEP' }),
        backPayment('16', { stpCategory: 'ITEMISED_ALLOWANCESKN' }),
        backPayment('32', { stpCategory: 'UNCLASSIFIED' }),
      ],
    })
    expect(
      [
        reporting.bonusesAndCommissions,
        reporting.directorsFees,
        reporting.overtime,
        reporting.paidLeave.P,
        reporting.allowances.KN,
        reporting.gross,
      ].map(String),
    ).toEqual(['1', '2', '4', '8', '16', '32'])
  })

  it('itemises allowances that have a category, and puts other taxable ones into gross', () => {
    const { reporting } = pay({
      allowances: [
        allowanceLine('1', { isItemised: true, category: 'TD' }),
        allowanceLine('2', { isItemised: true }),
        allowanceLine('4', { category: 'TD' }),
        allowanceLine('8', { isTaxable: false }),
      ],
    })
    // Phase 2 itemises by category, whatever the flag says.
    expect([reporting.allowances.TD, reporting.gross].map(String)).toEqual(['5', '2'])
  })

  it('takes lump sum E from its minimum, and only for work more than twelve months ago', () => {
    const late = (amount: string, endDate: string) =>
      pay({
        backPayments: [
          backPayment(amount, { startDate: civilDate('2024-08-01'), endDate: civilDate(endDate) }),
        ],
      }).reporting.lumpSumE.map((row) => `${row.incomeYear} ${row.amount.toFixed(2)}`)
    const { minimum: lumpSumEMinimum } = auRates.schedule5.at(auPay().payDate).value.lumpSumE
    expect(late(lumpSumEMinimum.toFixed(), '2024-08-31')).toEqual([`2025 ${lumpSumEMinimum.toFixed(2)}`])
    expect(late(lumpSumEMinimum.minus('0.01').toFixed(), '2024-08-31')).toEqual([])
    expect(late('7000', '2025-07-31').map((row) => row.slice(0, 4))).toEqual(['2025', '2026'])
  })
})

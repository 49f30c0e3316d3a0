import { describe, expect, it } from 'vitest'
import { auRates } from '../../../../../test/golden/au-kinds.ts'
import { auPay, hoursLine, leaveLine } from '../../../../../test/support/au-pay.ts'
import { decimal, ZERO } from '../../../../kernel/values/money.ts'
import type { AuPayInput, LeaveSettings } from '../input/input.ts'
import { calculateAuPay } from '../pay.ts'

function balances(change: Partial<AuPayInput>, settings: Partial<LeaveSettings> = {}) {
  const input = auPay({ hours: [hoursLine('38', '40')], ...change })
  const { leaveBalances } = calculateAuPay(
    { ...input, leaveSettings: { ...input.leaveSettings, ...settings } },
    auRates,
  )
  return Object.fromEntries(Object.entries(leaveBalances).map(([name, hours]) => [name, hours.toFixed()]))
}

describe('leave', () => {
  it('accrues per ordinary hour at the standard rates', () => {
    expect(balances({})).toMatchObject({ holiday: '2.923074', sick: '1.461556', lsl: '0.633346' })
  })

  it('accrues on overtime only where the setting says so', () => {
    const hours = [hoursLine('38', '40'), hoursLine('2', '60', true)]
    expect(balances({ hours }).holiday).toBe('2.923074')
    expect(balances({ hours }, { accrueOnOvertimeHours: true }).holiday).toBe('3.07692')
  })

  it('accrues on paid leave, not on unpaid leave', () => {
    const paid = balances({ hours: [], leave: [leaveLine('PAID_PUBLIC_HOLIDAY', '7.6', '40')] })
    expect(paid.sick).toBe('0.292311')
    expect(balances({ hours: [], leave: [leaveLine('UNPAID', '7.6', '40')] }).sick).toBe('0')
  })

  it('counts a row of days by the hours of a day, and kilometres not at all', () => {
    expect(balances({ hours: [{ ...hoursLine('5', '300'), units: 'days' }] }).holiday).toBe('2.923074')
    expect(balances({ hours: [{ ...hoursLine('80', '0.88'), units: 'km' }] }).holiday).toBe('0')
  })

  it('is switched off as a whole, or for long service alone', () => {
    expect(balances({}, { isEnabled: false })).toMatchObject({ holiday: '0', sick: '0', lsl: '0' })
    expect(balances({}, { isLslEnabled: false })).toMatchObject({ holiday: '2.923074', lsl: '0' })
  })

  it('accrues nothing for a casual unless a rate is set', () => {
    expect(balances({ employmentStatus: 'CASUAL' })).toMatchObject({ holiday: '0', sick: '0' })
    expect(balances({ employmentStatus: 'CASUAL' }, { holidayPerHour: decimal('0.05') }).holiday).toBe('1.9')
  })

  it('accrues by the days of a year where it does not accrue on hours', () => {
    const settings = {
      accrueOnHoursWorked: false,
      holidayDaysPerYear: decimal('20'),
      sickDaysPerYear: decimal('10'),
    }
    expect(balances({}, settings)).toMatchObject({ holiday: '2.923077', sick: '1.461538' })
  })

  it('takes long service leave at the employee’s own years and weeks', () => {
    expect(balances({}, { lslYears: decimal('10'), lslWeeks: decimal('13') }).lsl).toBe('0.95')
  })

  it('is taken from its own balance, rostered days and time in lieu by their names', () => {
    const leave = [
      leaveLine('HOLIDAY', '7.6', '40'),
      leaveLine('SICK', '3', '40'),
      leaveLine('LONG_SERVICE', '2', '40'),
      leaveLine('OTHER', '7.6', '40', 'RDO taken'),
      leaveLine('OTHER', '1.5', '40', 'TOIL'),
      leaveLine('COMPASSIONATE', '7.6', '40'),
    ]
    const before = {
      holiday: decimal('20'),
      sick: decimal('20'),
      lsl: decimal('20'),
      rdo: decimal('8'),
      toil: decimal('2'),
    }
    const after = balances({ hours: [], leave, leaveBalances: before }, { isEnabled: false })
    expect(after).toEqual({ holiday: '12.4', sick: '17', lsl: '18', rdo: '0.4', toil: '0.5' })
  })

  it('that is cashed out comes off its balance, is no absence and earns none', () => {
    const leave = [
      leaveLine('AU_CASHED_OUT_HOLIDAY', '7.6', '40'),
      leaveLine('AU_CASHED_OUT_SICK', '3', '40'),
      leaveLine('AU_CASHED_OUT_LONG_SERVICE', '2', '40'),
    ]
    const before = {
      ...auPay().leaveBalances,
      holiday: decimal('20'),
      sick: decimal('20'),
      lsl: decimal('20'),
    }
    expect(balances({ hours: [], leave, leaveBalances: before })).toMatchObject({
      holiday: '12.4',
      sick: '17',
      lsl: '18',
    })
  })

  it('that is cashed out is paid with its loading, taxed with the period, reported as type C, and says what must be left', () => {
    const leave = [leaveLine('AU_CASHED_OUT_HOLIDAY', '38', '40')]
    const pay = auPay({ hours: [hoursLine('38', '40')], leave })
    const held = { ...pay.leaveBalances, holiday: decimal('200') }
    const cashOut = (holiday: string) =>
      calculateAuPay(
        {
          ...pay,
          leaveBalances: { ...held, holiday: decimal(holiday) },
          leaveSettings: { ...pay.leaveSettings, loadingPercentage: decimal('0.175') },
        },
        auRates,
      )
    const { figures, reporting, warnings } = cashOut('200')
    expect(figures.gross.toFixed(2)).toBe('3306.00')
    expect(figures.advances).toEqual([])
    expect(figures.periodTaxable.toFixed(2)).toBe('3306.00')
    // Cashed-out leave counts for super, as leave taken does. Its loading does not.
    expect(figures.superBase.toFixed(2)).toBe('3040.00')
    expect(reporting.paidLeave.C?.toFixed(2)).toBe('1786.00')
    expect(reporting.paidLeave.O).toBeUndefined()
    expect(warnings).toEqual([])
    expect(cashOut('189').warnings).toEqual([])
    expect(cashOut('180').warnings.join()).toContain('less than 4 weeks are left')
  })

  it('gives no movement where nothing moves', () => {
    expect(
      calculateAuPay(auPay({ leaveBalances: { ...auPay().leaveBalances, rdo: ZERO } }), auRates)
        .leaveMovements,
    ).toEqual([])
  })

  it('earns long service leave by the hour even where the rest comes by the year', () => {
    const byYear = { accrueOnHoursWorked: false, holidayDaysPerYear: decimal('20') }
    expect(balances({}, byYear)).toMatchObject({ holiday: '2.923077', sick: '0', lsl: '0.633346' })
  })

  it('earns by the standards of part-time work too, and by rates of its own for each kind', () => {
    expect(balances({ employmentStatus: 'PART_TIME' })).toMatchObject({
      holiday: '2.923074',
      sick: '1.461556',
    })
    expect(balances({}, { sickPerHour: decimal('0.1') })).toMatchObject({ holiday: '2.923074', sick: '3.8' })
    // Years without weeks, or weeks without years, give no rate, so the standard rate applies.
    expect(balances({}, { lslYears: decimal('10') }).lsl).toBe('0.633346')
    expect(balances({}, { lslWeeks: decimal('13') }).lsl).toBe('0.633346')
    expect(balances({}, { lslYears: ZERO, lslWeeks: decimal('13') }).lsl).toBe('0.633346')
  })

  it('names its source: the standards, or the setting', () => {
    const ruleOf = (settings: Partial<LeaveSettings>) => {
      const input = auPay({ hours: [hoursLine('38', '40')] })
      const { steps } = calculateAuPay(
        { ...input, leaveSettings: { ...input.leaveSettings, ...settings } },
        auRates,
      )
      const step = steps.find(({ name }) => name === 'leave.holiday')
      return [step?.rule, step?.source.kind]
    }
    expect(ruleOf({})).toEqual(['National Employment Standards', 'tables'])
    expect(ruleOf({ holidayPerHour: decimal('0.05') })).toEqual(['Rate set for the employee', 'given'])
  })

  it('shows days off and time in lieu only where there are any', () => {
    const shown = (change: Partial<AuPayInput>) =>
      calculateAuPay(auPay({ hours: [hoursLine('38', '40')], ...change }), auRates)
        .steps.map(({ name }) => name)
        .filter((name) => /^leave\..*-balance$/.test(name))
    const always = ['leave.holiday-balance', 'leave.sick-balance', 'leave.lsl-balance']
    expect(shown({})).toEqual(always)
    const { leaveBalances } = auPay()
    expect(shown({ leaveBalances: { ...leaveBalances, rdo: decimal('1') } })).toEqual([
      ...always,
      'leave.rdo-balance',
    ])
    const off = leaveLine('OTHER', '2', '40', 'Time in lieu')
    expect(shown({ leave: [off] })).toEqual([...always, 'leave.toil-balance'])
    expect(shown({ leave: [leaveLine('OTHER', '2', '40', 'Time off in lieu')] })).toEqual([
      ...always,
      'leave.toil-balance',
    ])
    // The description matters only for leave of type OTHER.
    expect(shown({ leave: [leaveLine('COMPASSIONATE', '2', '40', 'TOIL')] })).toEqual(always)
    expect(shown({ leave: [leaveLine('OTHER', '2', '40', 'Foiled')] })).toEqual(always)
  })
})

describe('leave by the year', () => {
  const byYear = {
    accrueOnHoursWorked: false,
    holidayDaysPerYear: decimal('20'),
    sickDaysPerYear: decimal('10'),
  }
  const salary = { ...hoursLine('1', '7500'), description: 'Salary', units: 'month' }
  const warningsOf = (change: Partial<AuPayInput>, settings: Partial<LeaveSettings>) => {
    const input = auPay({ hours: [salary], payPeriod: 'MONTHLY', ...change })
    const leaveSettings = { ...input.leaveSettings, ...settings }
    return calculateAuPay({ ...input, leaveSettings }, auRates).warnings.join('\n')
  }

  it('says nothing of missing hours where the rows have hours, or long service leave is off', () => {
    expect(warningsOf({}, { ...byYear, isLslEnabled: false })).not.toContain('counts no hours')
    expect(warningsOf({ hours: [hoursLine('164.67', '45')] }, byYear)).not.toContain('counts no hours')
  })

  it('says that the days of a full week are not pro rata for part-time work', () => {
    const partTime = { employmentStatus: 'PART_TIME', daysPerWeek: decimal('3') } as const
    expect(warningsOf(partTime, byYear)).toContain(
      'Annual leave is 20 days a year for a week of 3 days: days a year are not pro rata. Four weeks are 12 days',
    )
    expect(warningsOf(partTime, { ...byYear, holidayDaysPerYear: decimal('12') })).not.toContain('pro rata')
    expect(warningsOf({}, byYear)).not.toContain('pro rata')
  })
})

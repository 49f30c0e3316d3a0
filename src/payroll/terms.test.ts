import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CivilDate, civilDate } from '../kernel/values/dates.ts'
import { changeDays, type TermsChange, termOn, termsTimeline } from './terms.ts'

const day = (text: string): CivilDate => civilDate(`2026-${text}`)
const dated = (from: string, rate: string, before = '40'): TermsChange => ({
  from: day(from),
  enteredOn: null,
  values: { rate },
  before: { rate: before },
})
const undated = (from: string, enteredOn: string, rate: string): TermsChange => ({
  ...dated(from, rate),
  enteredOn: day(enteredOn),
})
const rates = (changes: TermsChange[], ...days: string[]) =>
  days.map((each) => termOn(termsTimeline(changes), 'rate', day(each)))

describe('the terms of a day', () => {
  it('are those of the last change up to that day, and what was there before the first', () => {
    const changes = [dated('07-01', '45'), dated('09-01', '50')]
    expect(rates(changes, '06-30', '07-01', '08-31', '09-01')).toEqual(['40', '45', '45', '50'])
    expect(termOn(termsTimeline(changes), 'hours', day('07-01'))).toBeUndefined()
  })

  it('keep a later dated change when an earlier one is recorded afterwards', () => {
    const changes = [dated('09-01', '50'), dated('07-01', '45')]
    expect(rates(changes, '06-30', '07-01', '09-01')).toEqual(['40', '45', '50'])
  })

  it('follow the change that was recorded last where two have one day', () => {
    expect(rates([dated('07-01', '45'), dated('07-01', '46')], '07-01')).toEqual(['46'])
  })

  it('follow a change without a date at once, while a scheduled one still comes', () => {
    const changes = [dated('07-10', '45'), dated('12-01', '60'), undated('07-06', '08-20', '48')]
    expect(rates(changes, '07-05', '07-06', '07-10', '11-30', '12-01')).toEqual([
      '40',
      '48',
      '48',
      '48',
      '60',
    ])
  })

  it('name the days on which a value really changes', () => {
    const timeline = termsTimeline([dated('07-01', '45'), dated('08-01', '45'), dated('09-01', '40')])
    expect(changeDays(timeline)).toEqual([day('07-01'), day('09-01')])
    expect(changeDays(timeline, ['hours'])).toEqual([])
  })

  it('do not depend on the order in which dated changes of different days are recorded', () => {
    const date = fc.integer({ min: 1, max: 28 }).map((number) => `07-${String(number).padStart(2, '0')}`)
    const changes = fc.uniqueArray(fc.tuple(date, fc.constantFrom('41', '42', '43')), {
      selector: ([from]) => from,
      maxLength: 6,
    })
    fc.assert(
      fc.property(
        changes.chain((list) =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
        ),
        date,
        ([list, shuffled], asked) => {
          const read = (order: typeof list) =>
            rates(
              order.map(([from, rate]) => dated(from, rate)),
              asked,
            )
          expect(read(shuffled)).toEqual(read(list))
        },
      ),
    )
  })
})

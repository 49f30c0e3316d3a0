import { expect, it } from 'vitest'
import { decimal } from '../kernel/values/money.ts'
import { type Amount, amountFigures, defineAmounts, totalFacts, totalsOf } from './amounts.ts'
import { figureWriter } from './figures.ts'
import { members } from './stored.ts'

const AMOUNTS = defineAmounts<Amount>()({
  levy: { column: 'levy', history: { sum: 'sum', total: 'year' } },
  shared: { column: 'shared', history: { sum: 'none', total: 'period' } },
  other: { column: 'other_amount' },
})

it('stores each amount of the result in its column', () => {
  const result = { figures: { levy: decimal('1.50'), shared: decimal('2'), other: decimal('0') } }
  const { texts } = figureWriter(amountFigures(AMOUNTS))
  expect(texts(result)).toEqual({ levy: '1.5', shared: '2', other_amount: '0' })
})

it('makes the totals of a kind by name, and no others', () => {
  const totals = totalsOf(AMOUNTS, 'year', (name) => decimal(name === 'levy' ? '7' : '0'))
  expect(totals).toEqual({ levy: decimal('7') })
  expect(Object.keys(totalsOf(AMOUNTS, 'period', () => decimal('1')))).toEqual(['shared'])
})

it('reads the total of a pay from before the amount existed as zero, and refuses what is no amount', () => {
  const read = members<{ levy: ReturnType<typeof decimal> }>(totalFacts(AMOUNTS, 'year'))
  expect(read({}, 'facts').levy.toFixed()).toBe('0')
  expect(read({ levy: '12.5' }, 'facts').levy.toFixed()).toBe('12.5')
  expect(() => read({ levy: 12.5 }, 'facts')).toThrow('facts.levy is not a decimal')
})

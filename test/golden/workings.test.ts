import { describe, expect, it } from 'vitest'
import { readStories } from './stories.ts'

/*
 * The workings of the stories are text for people. The calculations in them must be right: `0.32 × 1,520.99 −
 * 181.7319 = 304.98`.
 */

const NUMBER = String.raw`(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?%?`
const SIGN = String.raw`\s[×÷+−]\s`
/** A chain of terms and its result. Skips the end of a longer chain, and chains in brackets. */
const EQUATION = new RegExp(
  String.raw`(?<![×÷+−] )(?<![\d.,(])(${NUMBER}(?:${SIGN}${NUMBER})+) = (${NUMBER})(?![,.]?[\d%])(?!${SIGN})`,
  'g',
)

const numberIn = (text: string) => {
  const plain = Number(text.replaceAll(',', '').replace('%', ''))
  return text.endsWith('%') ? plain / 100 : plain
}

function comesTo(chain: string): number {
  const [first = '', ...rest] = chain.split(/ ([×÷+−]) /)
  const terms = [numberIn(first)]
  for (let index = 0; index < rest.length; index += 2) {
    const value = numberIn(rest[index + 1] ?? '')
    const last = terms.length - 1
    if (rest[index] === '×') terms[last] = (terms[last] ?? 0) * value
    else if (rest[index] === '÷') terms[last] = (terms[last] ?? 0) / value
    else terms.push(rest[index] === '+' ? value : -value)
  }
  return terms.reduce((total, term) => total + term, 0)
}

/** To the places shown: rounded, or truncated where the schedules drop cents. */
function isShown(exact: number, shown: string): boolean {
  if (shown.endsWith('%')) return Math.abs(exact - numberIn(shown)) < 1e-9
  const unit = 10 ** -(shown.split('.')[1]?.length ?? 0)
  const [wanted, dropped] = [numberIn(shown), Math.floor(exact / unit + 1e-9) * unit]
  return Math.abs(exact - wanted) <= unit / 2 + 1e-9 || Math.abs(dropped - wanted) < 1e-9
}

describe('the workings of the Australian stories', () => {
  const equations = readStories('AU').flatMap(({ file, stories }) =>
    stories.flatMap(({ name, working }) =>
      [...working.replaceAll(/\s+/g, ' ').matchAll(EQUATION)].map(([, chain = '', shown = '']) => ({
        place: `${file}: ${name}`,
        chain,
        shown,
      })),
    ),
  )

  it('come to what they say', () => {
    const wrong = equations.filter(({ chain, shown }) => !isShown(comesTo(chain), shown))
    expect(wrong.map(({ place, chain, shown }) => `${place}: ${chain} = ${shown}`)).toEqual([])
  })

  it('are many', () => {
    expect(equations.length).toBeGreaterThan(300)
  })
})

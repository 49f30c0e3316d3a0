import { parseRates, type RateText, readRateTexts } from '../../src/load-rates.ts'

/*
 * The tables of this release as if New Zealand’s continued unchanged after 31 March 2027. No table of 2028 is
 * published, and the Employment Leave Act 2026 starts in August 2028.
 */

const ENDS = /^ *effective_to: (?:2027-03-31|2028-03-31)\n/gm

export const textsOf2028 = (version: string): RateText[] =>
  readRateTexts().map(({ path, text }) => {
    if (path === 'bundle.yaml') return { path, text: text.replace(/^version: .*$/m, `version: ${version}`) }
    return { path, text: path.startsWith('nz/') ? text.replaceAll(ENDS, '') : text }
  })

export const nzRatesOf2028 = parseRates(textsOf2028('2028.8.1')).nz

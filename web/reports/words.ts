import { optionOf } from '../employees/labels.ts'
import { month, words } from '../format.ts'

/** Columns with codes, which are shown as words. */
const CODED = /(?:period|status|kind|method|movement|gender|calculation)$/
const CODE = /^[A-Z]+(?:_[A-Z]+)+$/

/** A text cell of a report as a person reads it. */
export function cellText(name: string, text: string): string {
  if (/^\d{4}-\d\d$/.test(text)) return month(text)
  if (CODED.test(name) && /^(?:[A-Z_-]+|[a-z_-]+)$/.test(text)) {
    const option = optionOf(name, text)
    return option.charAt(0).toUpperCase() + option.slice(1)
  }
  return CODE.test(text) ? words(text) : text
}

/** The description of a report, with the labels of the boxes in place of the names of API parameters. */
export const reportHelp = (description: string): string =>
  description.replaceAll('`from_date`', '“From”').replaceAll('`to_date`', '“To”')

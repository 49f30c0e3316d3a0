import { fits, plainText, REPORTED_TEXTS, STATES } from '../../src/identifiers/reported-text.ts'
import type { SchemaValues } from '../parts/schema-form.tsx'

/** What the tax office would refuse of what was changed, by field: the form refuses it at once. */
export function refusedByTaxOffice(
  values: SchemaValues,
  changed: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const text = (name: string) => String(values[name] ?? '')
  const faults: Record<string, string> = {}
  const check = (name: string, isFine: boolean, sentence: string) => {
    if (name in changed && text(name) !== '' && !isFine) faults[name] = sentence
  }
  for (const name of ['first_name', 'middle_name', 'last_name'])
    check(name, fits('name', text(name)), `The tax office takes ${REPORTED_TEXTS.name.says}`)
  check('city', fits('city', text('city')), `The tax office takes ${REPORTED_TEXTS.city.says}`)
  for (const name of ['address1', 'address2'])
    check(
      name,
      REPORTED_TEXTS.addressLine.characters.test(plainText(text(name))),
      `The tax office takes ${REPORTED_TEXTS.addressLine.says}`,
    )
  if (text('country') === 'AU')
    check(
      'state',
      STATES.some((state) => state === text('state').toUpperCase()),
      `The tax office takes ${STATES.join(', ')}`,
    )
  return faults
}

import type { AddressSuggestions } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import type { FieldControl } from '../parts/schema-form.tsx'
import { TypeAhead } from '../parts/type-ahead.tsx'

type Suggestion = AddressSuggestions['results'][number]

/** An address field with completion. Choosing an address fills in street, town, state and postcode. */
export function AddressBox({ form, name, control }: FieldControl) {
  const { isNz } = useCompany()
  const pathOf = (text: string) => {
    const countries = isNz ? { country: 'nz,au', primary: 'NZ' } : { country: 'au,nz', primary: 'AU' }
    return `/api/address/autocomplete?${new URLSearchParams({ text, ...countries })}`
  }
  const choose = (chosen: Suggestion) => {
    const set = (field: string, value: string | null) =>
      value !== null && form.setValue(field, value, { shouldDirty: true })
    if (name === 'address1') set('address1', chosen.address1)
    for (const field of ['city', 'state', 'postcode', 'country'] as const) set(field, chosen[field])
  }
  return (
    <TypeAhead<Suggestion>
      control={control}
      registered={form.register(name)}
      label="Addresses"
      path={pathOf}
      textOf={({ formatted }) => formatted}
      onChoose={choose}
    />
  )
}

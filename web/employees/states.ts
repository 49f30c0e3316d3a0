import type { Jurisdiction } from '../api/types.ts'

type Choice = { value: string; text: string }

/** The states and regions of an address, by their API codes. */
export const STATES: Record<Jurisdiction, Choice[]> = {
  AU: choices({
    ACT: 'Australian Capital Territory',
    NSW: 'New South Wales',
    NT: 'Northern Territory',
    QLD: 'Queensland',
    SA: 'South Australia',
    TAS: 'Tasmania',
    VIC: 'Victoria',
    WA: 'Western Australia',
    AAT: 'Australian Antarctic Territory',
  }),
  NZ: choices({
    AUK: 'Auckland',
    BOP: 'Bay of Plenty',
    CAN: 'Canterbury',
    GIS: 'Gisborne',
    HKB: 'Hawke’s Bay',
    MWT: 'Manawatū-Whanganui',
    MBH: 'Marlborough',
    NSN: 'Nelson',
    NTL: 'Northland',
    OTA: 'Otago',
    STL: 'Southland',
    TKI: 'Taranaki',
    TAS: 'Tasman',
    WKO: 'Waikato',
    WGN: 'Wellington',
    WTC: 'West Coast',
  }),
}

function choices(names: Record<string, string>): Choice[] {
  return Object.entries(names).map(([value, name]) => ({ value, text: `${name} (${value})` }))
}

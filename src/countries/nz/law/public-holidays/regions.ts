import type { AnniversaryRegion, WorkplaceRegion } from '../input/words.ts'

/** The provincial anniversary day that is observed, by the region code of the address. */
const REGIONS_BY_CODE: Readonly<Record<string, AnniversaryRegion>> = {
  NTL: 'auckland',
  AUK: 'auckland',
  WKO: 'auckland',
  BOP: 'auckland',
  GIS: 'auckland',
  TKI: 'taranaki',
  HKB: 'hawkes_bay',
  MWT: 'wellington',
  WGN: 'wellington',
  MBH: 'marlborough',
  NSN: 'nelson',
  TAS: 'nelson',
  CAN: 'canterbury',
  WTC: 'westland',
  OTA: 'otago',
  STL: 'southland',
  CIT: 'chatham_islands',
}

/**
 * The region whose anniversary day is observed: that of the workplace, or else of the home address. Null when neither is known.
 */
export function anniversaryRegionOf(workplace: WorkplaceRegion, homeCode: string): string | null {
  return workplace === 'HOME_ADDRESS' ? (REGIONS_BY_CODE[homeCode] ?? null) : workplace.toLowerCase()
}

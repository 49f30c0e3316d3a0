/** Which provincial anniversary day is observed, by the region code of the address; rates/nz/public-holidays names the days. */
const ANNIVERSARY_REGIONS: Readonly<Record<string, string>> = {
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

/** The region whose anniversary day an address observes; null: none is known. */
export function anniversaryRegionOf(regionCode: string): string | null {
  return ANNIVERSARY_REGIONS[regionCode] ?? null
}

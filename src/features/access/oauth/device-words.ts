const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|Chromium\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iPhone or iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
]

/** Describes the browser, for example "Chrome on Windows", as far as the user agent shows. */
export function deviceWords(agent: string | null): string {
  const find = (list: typeof BROWSERS) => list.find(([pattern]) => pattern.test(agent ?? ''))?.[1]
  const [browser, system] = [find(BROWSERS) ?? 'A browser', find(SYSTEMS)]
  return system ? `${browser} on ${system}` : browser
}

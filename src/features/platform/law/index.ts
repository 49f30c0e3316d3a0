export {
  BundleError,
  keyIdOf,
  type OpenedBundle,
  openBundle,
  packBundle,
  requireCoverage,
  requireNewer,
} from './bundle-file.ts'
export { createCurrentLaw } from './current-law.ts'
export { type LawOfPays, loadLawOfPays } from './law-of-pays.ts'
export { compareBundles } from './preview.ts'
export { insertBundle, withdrawBundle } from './queries.ts'
export { refreshLaw } from './refresh.ts'
export { warnOfChangedLaw, warnOfEndingTables } from './warn.ts'

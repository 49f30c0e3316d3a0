export { escapeCell } from './cells.ts'
export { flatOpening } from './import-openings.ts'
export { factsOf, type ImportKind } from './kinds.ts'
export { IMPORTERS } from './run-import.ts'

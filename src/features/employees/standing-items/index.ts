export { insertStandingItems, loadStandingItems, type StandingItemDraft } from './queries.ts'
export { type ItemInput, membersOf, schemasOf } from './schema.ts'
export { checkAllowanceOf, newItem } from './service.ts'
export { viewItem } from './view.ts'

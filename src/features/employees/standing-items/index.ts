export { checkAllowanceOf, checkPayeeOf, newItem } from './manage-items.ts'
export { insertStandingItems, loadStandingItems, type StandingItemDraft } from './queries.ts'
export { type ItemInput, membersOf, schemasOf } from './schema.ts'
export { viewItem } from './view.ts'

export {
  type Fund,
  fundKey,
  type PayeeAccount,
  type RememberedEmployee,
  type RememberedEmployer,
} from './content.ts'
export { forgetRemembered } from './forget.ts'
export { ensureEmployerSnapshot, ensureSnapshots, reconstructSnapshots } from './keep-queries.ts'
export {
  loadEmployersOf,
  loadRemembered,
  type PayMemory,
  recall,
  recallAll,
  rememberNow,
} from './load-snapshot.ts'
export { maskParty, openParty, sealParty } from './party.ts'
export { rememberedText } from './queries.ts'
export { sealMembers } from './seal-members.ts'
export { SnapshotView, viewSnapshot } from './view.ts'

export { loadJournals } from './queries.ts'
export { viewJournal } from './view.ts'

import { EndingTables } from './ending-tables.tsx'
import { WaitsForYou } from './waits-for-you.tsx'

/** What comes before the panels of the home page, when there is any. One chunk, so that the first screen stays small. */
export const Notices = () => (
  <>
    <EndingTables />
    <WaitsForYou />
  </>
)

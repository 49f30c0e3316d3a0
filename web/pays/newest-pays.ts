import type { Pay } from '../api/types.ts'

/**
 * Finds a pay as it was read or saved last: what is drawn may be a moment behind, and a number that is compared with it would
 * be taken for no change.
 */
export function newestPays(read: () => { pays: readonly Pay[] } | undefined): (drawn: Pay) => Pay {
  let known: readonly Pay[] | undefined
  let byId = new Map<Pay['id'], Pay>()
  return (drawn) => {
    const pays = read()?.pays
    if (pays !== known) {
      known = pays
      byId = new Map(pays?.map((pay) => [pay.id, pay]))
    }
    return byId.get(drawn.id) ?? drawn
  }
}

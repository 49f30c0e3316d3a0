import type { Pay } from '../api/types.ts'

/**
 * Finds the last read or saved version of a pay. The rendered pay may be slightly behind, and a comparison with it could miss a
 * change.
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

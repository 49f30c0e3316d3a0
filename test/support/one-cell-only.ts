/** Test files that `npm run test:cells` leaves out, each with its reason. Every other file runs with customers in two cells. */
export const ONE_CELL_ONLY: Readonly<Record<string, string>> = {}

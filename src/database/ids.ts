/** Whether a number can be the id of a row: a number out of range is simply not found, and never reaches the database. */
export function isId(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= 2_147_483_647
}

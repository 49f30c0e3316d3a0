/** Whether a number can be a row id. A number out of range is treated as not found and never reaches the database. */
export function isId(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= 2_147_483_647
}

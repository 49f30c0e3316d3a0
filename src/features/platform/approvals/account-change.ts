/** A bank account that changes: whose, and the BSB and number before and after. */
export type AccountChange = {
  whose: string
  before: string | null
  after: string | null
  /** The employee whose money waits while the change is held; a new employee and a company have none. */
  employeeId?: number
  payeeId?: number
}

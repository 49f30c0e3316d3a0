/** A changed bank account: its owner, and the BSB and number before and after. */
export type AccountChange = {
  whose: string
  before: string | null
  after: string | null
  /** The employee whose payments are held back after the change. Not set for a new employee or a company. */
  employeeId?: number
  payeeId?: number
  /** A change of destination besides the account, such as another payee or reference, as a sentence. */
  detail?: string
}

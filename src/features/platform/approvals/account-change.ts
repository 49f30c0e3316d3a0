/** A change of where money goes: its owner, and the destination before and after. */
export type AccountChange = {
  whose: string
  /**
   * Everything that decides where the money goes: accounts, references and the split between them. Two destinations are
   * the same only if these are equal.
   */
  before: string | null
  after: string | null
  /** The same in readable form, with masked numbers. Default: the last digits of `before` and `after`. */
  shown?: readonly [before: string | null, after: string | null]
  /** The employee whose payments are held back after the change. Not set for a new employee or a company. */
  employeeId?: number
  payeeId?: number
  /** The employee's contributions are held back, not the net pay. */
  isSuper?: boolean
  /** The day on which a job makes the change, if it is dated into the future. It is held from that day. */
  from?: string
  /** A change of destination besides the account, such as another payee or reference, as a sentence. */
  detail?: string
}

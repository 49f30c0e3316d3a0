import type { Gateway } from '../lodgement/gateway.ts'

/** An employment information return for Inland Revenue. */
export type PaydayMessage = {
  messageId: string
  irdNumber: string
  payDate: string
  isAmendment: boolean
  transactionId: string
  /** The employment information file, or its amendment. */
  file: string
  /** Details of employees who joined or left. Null when there are none. */
  detailsFile: string | null
}

/** Sends employment information to Inland Revenue. */
export type PaydayGateway = Gateway<PaydayMessage>

/**
 * The errors of a file by line and field, in Inland Revenue's words. The app passes this to the simulator.
 */
export type CheckPaydayFile = (
  file: string,
) => readonly { code: string; field: string; line: number; message: string }[]

import type { Gateway } from '../lodgement/gateway.ts'

/** An employment information return on its way to Inland Revenue. */
export type PaydayMessage = {
  messageId: string
  irdNumber: string
  payDate: string
  isAmendment: boolean
  transactionId: string
  /** Employment information, or its amendment. */
  file: string
  /** Details of those who joined or left; null: no one did. */
  detailsFile: string | null
}

/** Hands employment information to Inland Revenue. */
export type PaydayGateway = Gateway<PaydayMessage>

/** What is wrong with a file, by line and field, as Inland Revenue would say it. The app hands it to the simulator. */
export type CheckPaydayFile = (
  file: string,
) => readonly { code: string; field: string; line: number; message: string }[]

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
  /** Details of those who joined or left; null: nobody did. */
  detailsFile: string | null
}

/** Hands employment information to Inland Revenue. */
export type PaydayGateway = Gateway<PaydayMessage>

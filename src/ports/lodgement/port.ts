import type { Gateway } from './gateway.ts'

/** A pay event on its way to the tax office. */
export type LodgementMessage = {
  messageId: string
  action: 'submit' | 'update'
  abn: string
  branch: string
  /** The income year, by the year it ends in. */
  year: number
  transactionId: string
  isReplacement: boolean
  xml: string
}

/** Hands STP events to the sending service provider. */
export type LodgementGateway = Gateway<LodgementMessage>

import type { AnswerNote } from '../../database/tables/reporting.ts'
import type { CivilDate } from '../../kernel/values/dates.ts'
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
  /** The software id under which the product is nominated for the payer; null: none was entered. */
  ssid: string | null
  /** The product id of the software; empty: none was set. */
  productId: string
  /** The payroll system's id for the payer. */
  bmsId: string
  /** The service action as the tax office names it. */
  serviceAction: string
  xml: string
}

/** Hands STP events to the sending service provider. */
export type LodgementGateway = Gateway<LodgementMessage>

/** What was known when an event arrived. */
export type EventArrival = {
  action: LodgementMessage['action']
  today: CivilDate
  now: Date
  hasLodgedInYear: boolean
  isReplacedTwice: boolean
}

/** Reads an event and holds it against the rules of the tax office. The app hands it to the simulator. */
export type JudgePayEvent = (
  xml: string,
  arrival: EventArrival,
) => { payees: number; notes: AnswerNote[] } | { unreadable: string }

import type { AnswerNote } from '../../database/tables/reporting.ts'
import type { CivilDate } from '../../kernel/values/dates.ts'
import type { Gateway } from './gateway.ts'

/** A pay event for the tax office. */
export type LodgementMessage = {
  messageId: string
  action: 'submit' | 'update'
  abn: string
  branch: string
  /** The income year, by the year it ends in. */
  year: number
  transactionId: string
  isReplacement: boolean
  /** The software id under which the payer has nominated the product. Null when none was entered. */
  ssid: string | null
  /** The product id of the software. Empty when none was set. */
  productId: string
  /** The payroll system's id for the payer. */
  bmsId: string
  /** The tax office's name for the service action. */
  serviceAction: string
  xml: string
}

/** Sends STP events to the sending service provider. */
export type LodgementGateway = Gateway<LodgementMessage>

/** The context when an event arrived. */
export type EventArrival = {
  action: LodgementMessage['action']
  today: CivilDate
  now: Date
  hasLodgedInYear: boolean
  isReplacedTwice: boolean
}

/** Parses an event and checks it against the tax office's rules. The app passes this to the simulator. */
export type JudgePayEvent = (
  xml: string,
  arrival: EventArrival,
) => { payees: number; notes: AnswerNote[] } | { unreadable: string }

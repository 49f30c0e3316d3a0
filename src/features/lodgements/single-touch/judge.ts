import { readPayEvent, UnreadableEvent } from '../../../countries/au/stp/read-xml.ts'
import { checkRules } from '../../../countries/au/stp/rules/index.ts'
import type { JudgePayEvent } from '../../../ports/lodgement/port.ts'

/** Checks a received file against the rules. Each note names its document: 0 for the payer, then one for each payee. */
export const judgePayEvent: JudgePayEvent = (xml, arrival) => {
  try {
    const event = readPayEvent(xml)
    const notes = checkRules({ event, ...arrival }).map(({ code, message, field, payee }) => ({
      code,
      message: `${field}: ${message}`,
      document: payee === null ? 0 : payee + 1,
    }))
    return { payees: event.PAYEVNTEMP.length, notes }
  } catch (error) {
    if (error instanceof UnreadableEvent) return { unreadable: error.message }
    throw error
  }
}

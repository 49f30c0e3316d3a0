import type { AnswerNote } from '../../../database/tables/reporting.ts'
import { type GatewayAnswer, GatewayDown } from '../gateway.ts'
import { allNamed, firstNamed, parseXml, textOf, type XmlElement } from './xml.ts'

/**
 * Reads the tax office's response: events with a severity, a message code, a text, and the document each is
 * about. The names follow the public part of the SBR message event taxonomy (unverified).
 */
export function answerOf(xml: string, receipt: string): GatewayAnswer {
  const root = parseXml(xml)
  const items = allNamed(root, 'EventItem')
  const worst = textOf(firstNamed(root, 'MaximumSeverityCode'))
  if (items.length === 0 && worst === '') throw new GatewayDown('The AS4 gateway sent an unexpected response')
  const notes = items.map(noteOf)
  const errors = items.filter((item) => textOf(firstNamed(item, 'SeverityCode')) === 'Error').map(noteOf)
  if (errors.length === 0 && worst !== 'Error') return { state: 'accepted', receipt, notes }
  const isWhole = errors.length === 0 || errors.some(({ document }) => document === null || document === 0)
  return isWhole ? { state: 'rejected', receipt, notes } : { state: 'partial', receipt, notes: errors }
}

function noteOf(item: XmlElement): AnswerNote {
  // Documents are numbered 1.1 for the payer and 1.2, 1.3 … for the payees.
  const place = /^\d+\.(\d+)$/.exec(textOf(firstNamed(item, 'DocumentID')))?.[1]
  return {
    code: textOf(firstNamed(item, 'MessageCode')),
    message: textOf(firstNamed(item, 'ShortDescription')) || textOf(firstNamed(item, 'DetailedDescription')),
    document: place === undefined ? null : Number(place) - 1,
  }
}

import type { CivilDate } from '../../../../kernel/values/dates.ts'
import type { ServiceAction } from '../facts.ts'
import { childOf, type Element, type Node } from '../taxonomy.ts'
import type { PayEvent } from '../xml.ts'

/**
 * How reliable the source of a rule is. `published` comes from the tax office's own files (for 0003 where 0004 is not
 * public). `vendor` comes from the help pages of companies that lodge. `derived` is inferred from those, and `unverified`
 * is general knowledge. `own` is a guarantee of this service.
 */
export type RuleStatus = 'published' | 'vendor' | 'derived' | 'unverified' | 'own'

/** The data that a rule may use. The authority's simulator runs the same rules on the events that it receives. */
export type RuleContext = {
  event: PayEvent
  action: ServiceAction
  today: CivilDate
  now: Date
  /** Whether the tax office accepted a pay event of this payer in the year. Absent when it is not known. */
  hasLodgedInYear?: boolean
  /** Whether the replaced event was itself a replacement. Absent when the event replaces nothing. */
  isReplacedTwice?: boolean
}

/** A problem that a rule found. `payee` is the index of the payee's document, or null for the payer's document. */
export type Finding = { payee: number | null; field: string; message: string }

export type Rule = {
  /** The tax office's rule id, or our own id if it has none. */
  id: string
  /** The message code in the tax office's response. */
  code: string
  meaning: string
  source: string
  status: RuleStatus
  check: (context: RuleContext) => Finding[]
}

export type Problem = { field: string; message: string }
type Head = Omit<Rule, 'check' | 'source' | 'status'> & Partial<Pick<Rule, 'source' | 'status'>>

const SCHEMA_0003 = 'PAYEVNT.0003 2018 validation rules (public rule implementation)'

/** A rule about the payer's document. */
export function payerRule(head: Head, check: (payer: Element, context: RuleContext) => Problem | null): Rule {
  return {
    source: SCHEMA_0003,
    status: 'published',
    ...head,
    check: (context) => {
      const problem = check(childOf(context.event.PAYEVNT, 'Rp'), context)
      return problem ? [{ payee: null, ...problem }] : []
    },
  }
}

/** A rule about each payee's document. */
export function payeeRule(
  head: Head,
  check: (payee: Element, context: RuleContext, place: number) => Problem | null,
): Rule {
  return {
    source: SCHEMA_0003,
    status: 'published',
    ...head,
    check: (context) => {
      const findings: Finding[] = []
      for (const [place, document] of context.event.PAYEVNTEMP.entries()) {
        const problem = check(childOf(document, 'Payee'), context, place)
        if (problem) findings.push({ payee: place, ...problem })
      }
      return findings
    },
  }
}

/** A rule about each income of each payee. */
export function incomeRule(
  head: Head,
  check: (income: Element, context: RuleContext) => Problem | null,
): Rule {
  return {
    source: SCHEMA_0003,
    status: 'published',
    ...head,
    check: (context) => {
      const findings: Finding[] = []
      for (const [place, document] of context.event.PAYEVNTEMP.entries())
        for (const income of incomesOf(document)) {
          const problem = check(income, context)
          if (problem) findings.push({ payee: place, ...problem })
        }
      return findings
    },
  }
}

/** The value at a path of names, or undefined. */
export function valueAt(element: Element | undefined, ...path: string[]): string | undefined {
  const node = nodeAt(element, path)
  return typeof node === 'string' ? node : undefined
}

/** The elements at a path of names, or an empty list. */
export function listAt(element: Element | undefined, ...path: string[]): Element[] {
  const node = nodeAt(element, path)
  if (node === undefined || typeof node === 'string') return []
  return Array.isArray(node) ? node : [node]
}

function nodeAt(element: Element | undefined, path: readonly string[]): Node | undefined {
  let node: Node | undefined = element
  for (const name of path) {
    if (node === undefined || typeof node === 'string' || Array.isArray(node)) return undefined
    node = node[name]
  }
  return node
}

const INCOMES = ['PayrollPeriod', 'RemunerationCollection', 'Remuneration'] as const

/** The incomes in a payee's document. */
function incomesOf(document: Element): Element[] {
  return listAt(childOf(document, 'Payee'), ...INCOMES)
}

/** The first value that appears twice, or undefined. */
export function firstRepeated(values: readonly string[]): string | undefined {
  return values.find((value, index) => values.indexOf(value) !== index)
}

/** Whether a country is Australia. A missing country counts as Australia. */
export function isAustralian(country: string | undefined): boolean {
  return country === undefined || country === 'au'
}

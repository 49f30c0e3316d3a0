import { present } from '../../../../kernel/values/present.ts'
import { checkAgainstTaxonomy, type Misfit } from '../taxonomy.ts'
import { AGENT_RULES } from './agent.ts'
import { INCOME_RULES } from './income.ts'
import { PAYEE_RULES } from './payee.ts'
import { ACTION_RULES, PAYER_RULES } from './payer.ts'
import type { Finding, Rule, RuleContext } from './rule.ts'
import { HISTORY_RULES, YEAR_RULES } from './year.ts'

const TAXONOMY_RULE: Rule = {
  id: 'TASMAN.STP.TAXONOMY',
  code: 'CMN.ATO.GEN.XML03',
  meaning:
    'Every document has the elements of the taxonomy in their order, none empty, each with the length, characters and codes its type allows.',
  source: 'PAYEVNT.0004 2020 element list; facets of the same elements in PAYEVNT.0003 2018',
  status: 'published',
  check: ({ event }) => [
    ...checkAgainstTaxonomy('PAYEVNT', event.PAYEVNT).map((misfit) => findingOf(misfit, null)),
    ...event.PAYEVNTEMP.flatMap((document, place) =>
      checkAgainstTaxonomy('PAYEVNTEMP', document).map((misfit) => findingOf(misfit, place)),
    ),
  ],
}

/** All rules, in the order in which findings are reported. */
export const RULES: readonly Rule[] = [
  ...PAYER_RULES,
  ...AGENT_RULES,
  ...ACTION_RULES,
  ...PAYEE_RULES,
  ...INCOME_RULES,
  ...YEAR_RULES,
  ...HISTORY_RULES,
  TAXONOMY_RULE,
]

export type Broken = Finding & Pick<Rule, 'id' | 'code'>

/** Runs every rule on an event. A taxonomy finding is dropped when another rule already reported the same element. */
export function checkRules(context: RuleContext): Broken[] {
  const broken: Broken[] = []
  const named = new Set<string>()
  for (const rule of RULES) {
    for (const finding of rule.check(context)) {
      const key = `${finding.payee}:${finding.field.split('.').at(-1)}`
      if (rule === TAXONOMY_RULE && named.has(key)) continue
      named.add(key)
      broken.push({ ...finding, id: rule.id, code: rule.code })
    }
  }
  return broken
}

function findingOf({ path, message }: Misfit, payee: number | null): Finding {
  const field = present(path.split('/').at(-1)).replace(/\[\d+\]$/, '')
  // A name in another script becomes empty when it is adapted.
  if (field === 'FamilyNameT' && message === 'must not be empty') {
    const what = 'The last name has no letter that the tax office accepts. Enter reporting_last_name.'
    return { payee, field, message: what }
  }
  return { payee, field, message: `${path} ${message}.` }
}

import { checkAbn } from '../../../../identifiers/abn.ts'
import { checkAgentNumber } from '../../../../identifiers/agent-number.ts'
import { isEmail } from '../../../../identifiers/reported-text.ts'
import { childOf, type Element } from '../taxonomy.ts'
import { type Problem, payerRule, type Rule, type RuleContext, valueAt } from './rule.ts'

/** A rule about the agent's part of the event. It passes when the event has no agent. */
function agentRule(
  head: Pick<Rule, 'id' | 'code' | 'meaning'>,
  check: (agent: Element, context: RuleContext) => Problem | null,
): Rule {
  return payerRule(head, (_payer, context) => {
    const agent = childOf(context.event.PAYEVNT, 'Int')
    return Object.keys(agent).length === 0 ? null : check(agent, context)
  })
}

/** Rules about the registered agent or intermediary who lodges for the payer. */
export const AGENT_RULES: readonly Rule[] = [
  agentRule(
    {
      id: 'VR.ATO.PAYEVNT.000172',
      code: 'CMN.ATO.PAYEVNT.000206',
      meaning: 'The agent’s ABN passes its check digits.',
    },
    (agent) =>
      checkAbn(valueAt(agent, 'AustralianBusinessNumberId') ?? '') === null
        ? null
        : { field: 'AustralianBusinessNumberId', message: 'The agent’s ABN fails its checksum.' },
  ),
  agentRule(
    {
      id: 'VR.ATO.PAYEVNT.000203',
      code: 'CMN.ATO.PAYEVNT.000196',
      meaning: 'The registered agent number passes its check digits.',
    },
    (agent) => {
      const number = valueAt(agent, 'TaxAgentNumberId')
      return number === undefined || checkAgentNumber(number) === null
        ? null
        : { field: 'TaxAgentNumberId', message: 'The registered agent number fails its checksum.' }
    },
  ),
  agentRule(
    {
      id: 'VR.ATO.PAYEVNT.000173',
      code: 'CMN.ATO.GEN.500029',
      meaning: 'The agent’s e-mail address is valid.',
    },
    (agent) => {
      const email = valueAt(agent, 'ElectronicContact', 'ElectronicMailAddressT')
      return email === undefined || isEmail(email)
        ? null
        : { field: 'ElectronicMailAddressT', message: 'The agent’s e-mail address is not valid.' }
    },
  ),
  agentRule(
    {
      id: 'VR.ATO.PAYEVNT.000201',
      code: 'CMN.ATO.PAYEVNT.000207',
      meaning: 'The agent’s declaration is not dated after today.',
    },
    (agent, { today }) =>
      (valueAt(agent, 'Declaration', 'SignatureD') ?? '') > today
        ? { field: 'SignatureD', message: 'The agent’s declaration is dated after today.' }
        : null,
  ),
  agentRule(
    {
      id: 'VR.ATO.PAYEVNT.000202',
      code: 'CMN.ATO.PAYEVNT.000208',
      meaning: 'The agent’s declaration is accepted.',
    },
    (agent) =>
      valueAt(agent, 'Declaration', 'StatementAcceptedI') === 'true'
        ? null
        : { field: 'StatementAcceptedI', message: 'The agent’s declaration was not accepted.' },
  ),
]

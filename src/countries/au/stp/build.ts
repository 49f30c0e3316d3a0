import { buildPayee } from './build-payee.ts'
import { element, money, moneyUnlessZero, optionalText } from './elements.ts'
import type { Agent, EventFacts, PeriodTotals } from './facts.ts'
import type { Element } from './taxonomy.ts'
import { fittingEmail, plainPhone, plainText } from './text.ts'
import type { PayEvent } from './xml.ts'

/** Builds the canonical pay event: its documents, with the names and order of the taxonomy. */
export function buildPayEvent(facts: EventFacts): PayEvent {
  return { PAYEVNT: buildPayer(facts), PAYEVNTEMP: facts.payees.map((payee) => buildPayee(payee, facts)) }
}

function buildPayer(facts: EventFacts): Element {
  const { payer } = facts
  const isAustralian = (payer.country ?? 'AU') === 'AU'
  return element({
    Rp: element({
      SoftwareInformationBusinessManagementSystemId: facts.bmsId,
      AustralianBusinessNumberId: payer.abn?.replace(/\s/g, ''),
      OrganisationDetailsOrganisationBranchC: String(Number.parseInt(payer.branch ?? '1', 10) || 1),
      PreviousSoftwareInformationBusinessManagementSystemId: facts.previousBmsId ?? undefined,
      OrganisationName: element({
        DetailsOrganisationalNameT: plainText(payer.name),
        PersonUnstructuredNameFullNameT: optionalText(payer.contactName),
      }),
      ElectronicContact: element({
        ElectronicMailAddressT: fittingEmail(optionalText(payer.email)),
        TelephoneMinimalN: payer.phone ? plainPhone(payer.phone) : undefined,
      }),
      AddressDetailsPostal: element({
        PostcodeT: isAustralian ? optionalText(payer.postcode) : undefined,
        CountryC: (payer.country ?? 'AU').toLowerCase(),
      }),
      Payroll: element({
        PaymentRecordTransactionD: facts.payDate,
        InteractionRecordCt: String(facts.payees.length),
        MessageTimestampGenerationDt: `${facts.now.toISOString().slice(0, 19)}Z`,
        InteractionTransactionId: facts.transactionId,
        AmendmentI: String(facts.isReplacement),
        IncomeTaxAndRemuneration: facts.totals ? buildTotals(facts.totals) : undefined,
      }),
      Declaration: element({
        SignatoryIdentifierT: plainText(facts.declarer),
        SignatureD: facts.today,
        StatementAcceptedI: 'true',
      }),
    }),
    Int: facts.agent ? buildAgent(facts.agent, facts.today) : undefined,
  })
}

/** The agent or intermediary who lodges for the payer. */
function buildAgent(agent: Agent, today: string): Element {
  return element({
    AustralianBusinessNumberId: agent.abn.replace(/\s/g, ''),
    TaxAgentNumberId: agent.agentNumber?.replace(/\s/g, '') ?? undefined,
    PersonUnstructuredNameFullNameT: plainText(agent.name),
    ElectronicContact: element({
      ElectronicMailAddressT: fittingEmail(optionalText(agent.email)),
      TelephoneMinimalN: plainPhone(agent.phone),
    }),
    Declaration: element({
      SignatoryIdentifierT: plainText(agent.declarer),
      SignatureD: today,
      StatementAcceptedI: 'true',
    }),
  })
}

function buildTotals(totals: PeriodTotals): Element {
  return element({
    PayAsYouGoWithholdingTaxWithheldA: money(totals.withheld),
    TotalGrossPaymentsWithholdingA: money(totals.gross),
    ChildSupportGarnisheeA: moneyUnlessZero(totals.garnishee),
    ChildSupportWithholdingA: moneyUnlessZero(totals.childSupport),
  })
}

import { describe, expect, it } from 'vitest'
import { buildPayEvent } from '../../src/countries/au/stp/build.ts'
import { checkRules, RULES } from '../../src/countries/au/stp/rules/index.ts'
import type { RuleContext } from '../../src/countries/au/stp/rules/rule.ts'
import { civilDate } from '../../src/kernel/values/dates.ts'
import type { AnyJson } from '../support/app.ts'
import { eventFacts } from './an-event.ts'

type Change = (event: AnyJson, context: { -readonly [K in keyof RuleContext]: RuleContext[K] }) => void

const rp = (event: AnyJson) => event.PAYEVNT.Rp
const payee = (event: AnyJson) => event.PAYEVNTEMP[0].Payee
const period = (event: AnyJson) => payee(event).PayrollPeriod
const income = (event: AnyJson) => period(event).RemunerationCollection.Remuneration[0]
const asUpdate: Change = (event, context) => {
  context.action = 'update'
  delete rp(event).Payroll.IncomeTaxAndRemuneration
  period(event).StartD = '2026-07-10'
  period(event).EndD = '2026-07-10'
}
const both =
  (...changes: Change[]): Change =>
  (event, context) => {
    for (const change of changes) change(event, context)
  }

/** The event of an agent who lodges for the payer, with an error in the agent's details. */
function withAgent(change: (agent: AnyJson) => void): Change {
  return (event) => {
    event.PAYEVNT.Int = (buildPayEvent(eventFacts({ agent: AGENT })) as AnyJson).PAYEVNT.Int
    change(event.PAYEVNT.Int)
  }
}
const AGENT = {
  abn: '51824753556',
  agentNumber: '12345676',
  name: 'Kim Ledger',
  email: 'kim@ledger.example',
  phone: '02 5550 1234',
  declarer: 'kim@ledger.example',
}

/** For each rule, the smallest change that breaks it in an event that follows them all. */
const BREAKS: Record<string, Change> = {
  'VR.ATO.PAYEVNT.000015': (e) => (rp(e).AustralianBusinessNumberId = '51824753557'),
  'VR.ATO.PAYEVNT.000177': (e) => delete rp(e).AustralianBusinessNumberId,
  'TASMAN.STP.PAYER-PHONE': (e) => delete rp(e).ElectronicContact.TelephoneMinimalN,
  'VR.ATO.PAYEVNT.000110': (e) => (rp(e).ElectronicContact.ElectronicMailAddressT = 'pay.example'),
  'VR.ATO.PAYEVNT.000184': (e) => delete rp(e).AddressDetailsPostal.PostcodeT,
  'VR.ATO.PAYEVNT.000179': (e) => (rp(e).AddressDetailsPostal.PostcodeT = '0199'),
  'VR.ATO.PAYEVNT.000180': (e) => (rp(e).AddressDetailsPostal.CountryC = 'nz'),
  'VR.ATO.PAYEVNT.000170': (e) => (rp(e).Declaration.SignatureD = '2026-07-11'),
  'VR.ATO.PAYEVNT.000185': (e) => (rp(e).Declaration.StatementAcceptedI = 'false'),
  'VR.ATO.PAYEVNT.000191': (e) => (rp(e).Payroll.InteractionRecordCt = '2'),
  'VR.ATO.PAYEVNT.000192': (e) => (e.PAYEVNTEMP = []),
  'VR.ATO.PAYEVNT.000194': (e) => (rp(e).Payroll.MessageTimestampGenerationDt = '2026-07-10T02:00:01Z'),
  'VR.ATO.PAYEVNT.000207': (e) => (rp(e).Payroll.InteractionTransactionId = 'no spaces'),
  'VR.ATO.PAYEVNT.000172': withAgent((agent) => (agent.AustralianBusinessNumberId = '51824753557')),
  'VR.ATO.PAYEVNT.000203': withAgent((agent) => (agent.TaxAgentNumberId = '12345678')),
  'VR.ATO.PAYEVNT.000173': withAgent((agent) => (agent.ElectronicContact.ElectronicMailAddressT = 'kim')),
  'VR.ATO.PAYEVNT.000201': withAgent((agent) => (agent.Declaration.SignatureD = '2026-07-11')),
  'VR.ATO.PAYEVNT.000202': withAgent((agent) => (agent.Declaration.StatementAcceptedI = 'false')),
  'VR.ATO.PAYEVNT.000199': (e) => delete rp(e).Payroll.IncomeTaxAndRemuneration,
  'VR.ATO.PAYEVNT.000196': (e, c) => {
    const { IncomeTaxAndRemuneration: totals } = rp(e).Payroll
    asUpdate(e, c)
    rp(e).Payroll.IncomeTaxAndRemuneration = totals
  },
  'VR.ATO.PAYEVNT.000195': both(asUpdate, (e) => (rp(e).Payroll.AmendmentI = 'true')),
  'VR.ATO.PAYEVNT.000193': both(asUpdate, (e) => (rp(e).Payroll.PaymentRecordTransactionD = '2026-07-11')),
  'VR.ATO.PAYEVNT.000200': both(asUpdate, (e) => (rp(e).Payroll.PaymentRecordTransactionD = '2017-06-30')),
  'VR.ATO.PAYEVNTEMP.000167': (e) => delete payee(e).Identifiers.TaxFileNumberId,
  'VR.ATO.PAYEVNTEMP.000019': (e) => (payee(e).Identifiers.TaxFileNumberId = '123456789'),
  'VR.ATO.PAYEVNTEMP.000126': (e) => (payee(e).Identifiers.AustralianBusinessNumberId = '51824753557'),
  'VR.ATO.PAYEVNTEMP.000183': (e) =>
    (payee(e).PersonDemographicDetailsBirth = { Dm: '30', M: '2', Y: '1990' }),
  'VR.ATO.PAYEVNTEMP.000166': (e) => (payee(e).PersonDemographicDetailsBirth.Y = '2027'),
  'VR.ATO.PAYEVNTEMP.000033': (e) => delete payee(e).AddressDetails.StateOrTerritoryC,
  'VR.ATO.PAYEVNTEMP.000130': (e) => (payee(e).AddressDetails.CountryC = 'nz'),
  'VR.ATO.PAYEVNTEMP.000154': (e) => delete payee(e).AddressDetails.PostcodeT,
  'VR.ATO.PAYEVNTEMP.000034': (e) => (payee(e).AddressDetails.PostcodeT = '0100'),
  'VR.ATO.PAYEVNTEMP.000035': (e) => (payee(e).AddressDetails.CountryC = 'nz'),
  'VR.ATO.PAYEVNTEMP.000184': (e) => (payee(e).AddressDetails.Line1T = '4 Harbour #2'),
  'VR.ATO.PAYEVNTEMP.000185': (e) => (payee(e).AddressDetails.Line2T = 'c/o <Jones>'),
  'VR.ATO.PAYEVNTEMP.000186': (e) => (payee(e).AddressDetails.LocalityNameT = 'Syd+ney'),
  'VR.ATO.PAYEVNTEMP.000131': (e) => (payee(e).ElectronicContact.ElectronicMailAddressT = 'zoe@'),
  'CMN.ATO.PAYEVNTEMP.000239': (e) => delete payee(e).EmployerConditions.CessationTypeC,
  'TASMAN.STP.TAX-TREATMENT': (e) => (payee(e).EmployerConditions.TaxTreatmentC = 'HRSXXX'),
  'VR.ATO.PAYEVNTEMP.000039': (e) => (period(e).StartD = '2026-07-13'),
  'VR.ATO.PAYEVNTEMP.000174': both(asUpdate, (e) => (period(e).EndD = '2026-07-11')),
  'VR.ATO.PAYEVNTEMP.000170': (e) => {
    delete payee(e).Identifiers.TaxFileNumberId
    payee(e).Identifiers.AustralianBusinessNumberId = '51824753556'
  },
  'VR.ATO.PAYEVNTEMP.000171': (e) => (income(e).IncomeStreamTypeC = 'VOL'),
  'TASMAN.STP.INCOME-ONCE': (e) =>
    period(e).RemunerationCollection.Remuneration.push(structuredClone(income(e))),
  'CMN.ATO.PAYEVNTEMP.000358': (e) => (income(e).IncomeStreamTypeC = 'WHM'),
  'TASMAN.STP.COUNTRY-ONLY-THERE': (e) => (income(e).AddressDetailsCountryC = 'fr'),
  'TASMAN.STP.OVERTIME-TYPE': (e) => (income(e).IncomeStreamTypeC = 'LAB'),
  'TASMAN.STP.BONUS-TYPE': (e) => (income(e).IncomeStreamTypeC = 'LAB'),
  'TASMAN.STP.DIRECTORS-TYPE': (e) => {
    income(e).IncomeStreamTypeC = 'LAB'
    income(e).GrossDirectorsFeesA = '1.00'
  },
  'TASMAN.STP.EXEMPT-FOREIGN-TYPE': (e) => {
    income(e).IncomeStreamTypeC = 'CHP'
    income(e).IndividualNonBusinessExemptForeignEmploymentIncomeA = '1.00'
  },
  'TASMAN.STP.CDEP-NIL': (e) =>
    (income(e).IndividualNonBusinessCommunityDevelopmentEmploymentProjectA = '1.00'),
  'VR.ATO.PAYEVNTEMP.000012': (e) => delete income(e).AllowanceCollection.Allowance[1].OtherAllowanceTypeDe,
  'TASMAN.STP.LUMP-SUM-E-YEAR': (e) => (income(e).LumpSumCollection.LumpSum[0].FinancialY = '2027'),
  'VR.ATO.PAYEVNTEMP.000172': (e) => {
    const { EmploymentTerminationPayment: rows } = income(e).EmploymentTerminationPaymentCollection
    rows.push(structuredClone(rows[0]))
  },
  'VR.ATO.PAYEVNTEMP.000180': (e) =>
    (income(e).EmploymentTerminationPaymentCollection.EmploymentTerminationPayment[0].IncomeD = '2026-06-30'),
  'VR.ATO.PAYEVNTEMP.000181': (e) => delete period(e).SuperannuationContributionCollection,
  'TASMAN.STP.SUPER-CODE-BY-DATE': (e) =>
    period(e).SuperannuationContributionCollection.SuperannuationContribution.push({
      EntitlementTypeC: 'O',
      EmployerContributionsYearToDateA: '5200.00',
    }),
  'VR.ATO.PAYEVNTEMP.000168': (e) => {
    const { Deduction: rows } = period(e).DeductionCollection
    rows.push(structuredClone(rows[0]))
  },
  'VR.ATO.PAYEVNTEMP.000179': both(asUpdate, (e) => {
    period(e).StartD = '2026-06-30'
    period(e).EndD = '2026-06-30'
  }),
  'TASMAN.STP.NOT-NEGATIVE': (e) => (income(e).GrossA = '-1.00'),
  'CMN.ATO.PAYEVNT.EM92168': both(asUpdate, (_e, c) => (c.hasLodgedInYear = false)),
  'CMN.ATO.PAYEVNT.EM14160': (_e, c) => (c.isReplacedTwice = true),
  'TASMAN.STP.TAXONOMY': (e) => (payee(e).PersonNameDetails.FamilyNameT = 'N'.repeat(41)),
}

function brokenBy(change: Change): string[] {
  const event = structuredClone(buildPayEvent(eventFacts()))
  const context: Parameters<Change>[1] = {
    event,
    action: 'submit',
    today: civilDate('2026-07-10'),
    now: new Date('2026-07-10T01:00:00Z'),
  }
  change(event, context)
  return checkRules(context).map((finding) => finding.id)
}

describe('the rules of a pay event', () => {
  it('are all kept by a good event and by a good update', () => {
    expect(brokenBy(() => {})).toEqual([])
    expect(brokenBy(asUpdate)).toEqual([])
    expect(brokenBy(withAgent(() => {}))).toEqual([])
  })

  it('have each an id of its own, and each a way to break it', () => {
    const ids = RULES.map((rule) => rule.id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(Object.keys(BREAKS).sort()).toEqual([...ids].sort())
  })

  for (const [id, change] of Object.entries(BREAKS))
    it(`${id} is found broken`, () => {
      expect(brokenBy(change)).toContain(id)
    })

  it('name the payee, the field and what is wrong', () => {
    const event = structuredClone(buildPayEvent(eventFacts())) as AnyJson
    payee(event).Identifiers.TaxFileNumberId = '123456789'
    const [finding] = checkRules({
      event,
      action: 'submit',
      today: civilDate('2026-07-10'),
      now: new Date('2026-07-10T01:00:00Z'),
    })
    expect(finding).toEqual({
      id: 'VR.ATO.PAYEVNTEMP.000019',
      code: 'CMN.ATO.GEN.402043',
      payee: 0,
      field: 'TaxFileNumberId',
      message: 'The tax file number fails its checksum.',
    })
  })
})

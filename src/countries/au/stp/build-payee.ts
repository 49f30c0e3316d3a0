import { type CivilDate, partsOf } from '../../../kernel/values/dates.ts'
import { type Decimal, isZero } from '../../../kernel/values/money.ts'
import { element, money, moneyUnlessZero, optionalText } from './elements.ts'
import type { EventFacts, Income, Payee, PayeeYear } from './facts.ts'
import { allowanceText } from './held-amounts.ts'
import { inTheirTypes, WITH_COUNTRY } from './income-types.ts'
import { type Element, superEarningsOn } from './taxonomy.ts'
import { adaptText, addressLines, fittingEmail, optionalName, plainPhone } from './text.ts'

/** The document of one payee. */
export function buildPayee(payee: Payee, facts: Pick<EventFacts, 'payDate'>): Element {
  return element({
    Payee: element({
      Identifiers: element({
        TaxFileNumberId: payee.tfn?.replace(/\s/g, ''),
        AustralianBusinessNumberId: payee.abn?.replace(/\s/g, ''),
        EmploymentPayrollNumberId: payee.payrollId,
        PreviousPayrollIDEmploymentPayrollNumberId: payee.previousPayrollId ?? undefined,
      }),
      PersonNameDetails: element({
        FamilyNameT: adaptText('name', payee.lastName),
        GivenNameT: optionalName(payee.firstName),
        OtherGivenNameT: optionalName(payee.middleName),
      }),
      PersonDemographicDetailsBirth: buildBirth(payee.dateOfBirth),
      AddressDetails: buildAddress(payee),
      ElectronicContact: element({
        ElectronicMailAddressT: fittingEmail(optionalText(payee.email)),
        TelephoneMinimalN: payee.phone ? plainPhone(payee.phone) || undefined : undefined,
      }),
      EmployerConditions: element({
        EmploymentStartD: payee.startDate,
        EmploymentEndD: payee.ended?.date,
        PaymentBasisC: payee.basis,
        CessationTypeC: payee.ended?.code ?? undefined,
        TaxTreatmentC: payee.taxTreatment,
        TaxOffsetClaimTotalA: payee.taxOffset ? moneyUnlessZero(payee.taxOffset) : undefined,
      }),
      PayrollPeriod: element({
        StartD: payee.period.start,
        EndD: payee.period.end,
        RemunerationPayrollEventFinalI: String(payee.isFinal),
        RemunerationCollection: element({
          Remuneration: payee.year.incomes.map((income) => buildIncome(inTheirTypes(income), payee)),
        }),
        DeductionCollection: element({ Deduction: buildDeductions(payee.year) }),
        SuperannuationContributionCollection: element({
          SuperannuationContribution: buildSuper(payee.year, facts.payDate),
        }),
        IncomeFringeBenefitsReportableCollection: element({
          IncomeFringeBenefitsReportable: typed(
            payee.year.fringeBenefits,
            'FringeBenefitsReportableExemptionC',
            'A',
            isHeldUnder(payee.year, 'IncomeFringeBenefitsReportable.'),
          ),
        }),
      }),
    }),
  })
}

function buildBirth(date: string | null): Element {
  if (date === null) return {}
  const { year, month, day } = partsOf(date as CivilDate)
  return { Dm: String(day), M: String(month), Y: String(year) }
}

function buildAddress(payee: Payee): Element {
  const [line1, line2] = addressLines(payee.address1, payee.address2)
  const isAustralian = payee.country === 'AU'
  return element({
    Line1T: line1,
    Line2T: line2 ?? undefined,
    LocalityNameT: adaptText('city', payee.city),
    StateOrTerritoryC: isAustralian ? (payee.state?.toUpperCase() ?? undefined) : undefined,
    PostcodeT: isAustralian ? (payee.postcode ?? undefined) : undefined,
    CountryC: payee.country.toLowerCase(),
  })
}

/** Whether the tax office holds an amount of this name. It is then sent even when it is nil. */
type IsHeld = (name: string) => boolean

const isHeldUnder =
  ({ held }: PayeeYear, trail: string): IsHeld =>
  (name) =>
    held?.has(trail + name) ?? false

function buildIncome(income: Income, payee: Payee): Element {
  const country = WITH_COUNTRY.includes(income.type) ? payee.nationality?.toLowerCase() : undefined
  const isHeld = isHeldUnder(payee.year, `${income.type}.${country ? `${country}.` : ''}`)
  const unlessNil = (name: string, amount: Decimal) => ({
    [name]: isHeld(name) ? money(amount) : moneyUnlessZero(amount),
  })
  return element({
    IncomeStreamTypeC: income.type,
    AddressDetailsCountryC: country,
    IncomeTaxPayAsYouGoWithholdingTaxWithheldA: money(income.withheld),
    ...unlessNil('IncomeTaxForeignWithholdingA', income.foreignTax),
    ...unlessNil('IndividualNonBusinessExemptForeignEmploymentIncomeA', income.exemptForeignIncome),
    GrossA: money(income.gross),
    PaidLeaveCollection: element({
      PaidLeave: typed(income.paidLeave, 'TypeC', 'PaymentA', (name) => isHeld(`PaidLeave.${name}`)),
    }),
    AllowanceCollection: element({ Allowance: buildAllowances(income, isHeld) }),
    ...unlessNil('OvertimePaymentA', income.overtime),
    ...unlessNil('GrossBonusesAndCommissionsA', income.bonuses),
    ...unlessNil('GrossDirectorsFeesA', income.directorsFees),
    SalarySacrificeCollection: element({
      SalarySacrifice: typed(
        { S: income.sacrificedToSuper, O: income.sacrificedToOther },
        'TypeC',
        'PaymentA',
        (name) => isHeld(`SalarySacrifice.${name}`),
      ),
    }),
    LumpSumCollection: element({
      LumpSum: income.lumpSums
        .filter(
          ({ code, year, amount }) =>
            !isZero(amount) || isHeld(`LumpSum.${code}.${year ? `${year}.` : ''}PaymentsA`),
        )
        .map(({ code, year, amount }) =>
          element({ TypeC: code, FinancialY: year ?? undefined, PaymentsA: money(amount) }),
        ),
    }),
    EmploymentTerminationPaymentCollection: element({
      EmploymentTerminationPayment: income.etps.map((etp) => ({
        IncomeTaxPayAsYouGoWithholdingTypeC: etp.code,
        IncomeD: etp.date,
        IncomeTaxFreeA: money(etp.taxFree),
        IncomeTaxableA: money(etp.taxable),
        IncomePayAsYouGoWithholdingA: money(etp.withheld),
      })),
    }),
  })
}

function buildAllowances(income: Income, isHeld: IsHeld): Element[] {
  return income.allowances.flatMap(({ code, description, amount }) => {
    const text = code === 'OD' && description ? allowanceText(description) : undefined
    const name = `Allowance.${code}.${text ? `${text}.` : ''}EmploymentAllowancesA`
    if (isZero(amount) && !isHeld(name)) return []
    return [element({ TypeC: code, OtherAllowanceTypeDe: text, EmploymentAllowancesA: money(amount) })]
  })
}

/** Omits amounts of zero, except those held and a child support deduction (D) that could not be made. */
function buildDeductions(year: PayeeYear): Element[] {
  const isHeld = isHeldUnder(year, 'Deduction.')
  return Object.entries(year.deductions).flatMap(([code, amount]) =>
    amount === undefined || (isZero(amount) && code !== 'D' && !isHeld(`${code}.RemunerationA`))
      ? []
      : [{ RemunerationTypeC: code, RemunerationA: money(amount) }],
  )
}

/** Liability and earnings are sent on every payday, even when they are zero. */
function buildSuper(year: PayeeYear, payDate: string): Element[] {
  const row = (code: string, amount: Decimal) => ({
    EntitlementTypeC: code,
    EmployerContributionsYearToDateA: money(amount),
  })
  return [
    row('L', year.superLiability),
    row(superEarningsOn(payDate).code, year.superEarnings),
    ...(isZero(year.reportableSuper) &&
    !isHeldUnder(year, 'SuperannuationContribution.')('R.EmployerContributionsYearToDateA')
      ? []
      : [row('R', year.reportableSuper)]),
  ]
}

function typed(
  amounts: Readonly<Record<string, Decimal | undefined>>,
  code: string,
  amountName: string,
  isHeld: IsHeld,
): Element[] {
  return Object.entries(amounts).flatMap(([key, amount]) =>
    amount === undefined || (isZero(amount) && !isHeld(`${key}.${amountName}`))
      ? []
      : [{ [code]: key, [amountName]: money(amount) }],
  )
}

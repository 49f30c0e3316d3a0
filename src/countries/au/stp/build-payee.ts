import { type CivilDate, partsOf } from '../../../kernel/values/dates.ts'
import { type Decimal, isZero } from '../../../kernel/values/money.ts'
import { element, money, moneyUnlessZero, optionalText } from './elements.ts'
import type { EventFacts, Income, Payee, PayeeYear } from './facts.ts'
import { inTheirTypes, WITH_COUNTRY } from './income-types.ts'
import { type Element, superEarningsOn } from './taxonomy.ts'
import { adaptText, addressLines, fittingEmail, optionalName, plainPhone, plainText } from './text.ts'

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

function buildIncome(income: Income, payee: Payee): Element {
  return element({
    IncomeStreamTypeC: income.type,
    AddressDetailsCountryC: WITH_COUNTRY.includes(income.type) ? payee.nationality?.toLowerCase() : undefined,
    IncomeTaxPayAsYouGoWithholdingTaxWithheldA: money(income.withheld),
    IncomeTaxForeignWithholdingA: moneyUnlessZero(income.foreignTax),
    IndividualNonBusinessExemptForeignEmploymentIncomeA: moneyUnlessZero(income.exemptForeignIncome),
    GrossA: money(income.gross),
    PaidLeaveCollection: element({
      PaidLeave: typed(income.paidLeave, 'TypeC', 'PaymentA'),
    }),
    AllowanceCollection: element({ Allowance: buildAllowances(income) }),
    OvertimePaymentA: moneyUnlessZero(income.overtime),
    GrossBonusesAndCommissionsA: moneyUnlessZero(income.bonuses),
    GrossDirectorsFeesA: moneyUnlessZero(income.directorsFees),
    SalarySacrificeCollection: element({
      SalarySacrifice: typed(
        { S: income.sacrificedToSuper, O: income.sacrificedToOther },
        'TypeC',
        'PaymentA',
      ),
    }),
    LumpSumCollection: element({
      LumpSum: income.lumpSums
        .filter(({ amount }) => !isZero(amount))
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

function buildAllowances(income: Income): Element[] {
  return income.allowances
    .filter(({ amount }) => !isZero(amount))
    .map(({ code, description, amount }) =>
      element({
        TypeC: code,
        OtherAllowanceTypeDe: code === 'OD' && description ? plainText(description).slice(0, 40) : undefined,
        EmploymentAllowancesA: money(amount),
      }),
    )
}

/** Omits amounts of zero, except a child support deduction (D) that could not be made. */
function buildDeductions({ deductions }: PayeeYear): Element[] {
  return Object.entries(deductions).flatMap(([code, amount]) =>
    amount === undefined || (isZero(amount) && code !== 'D')
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
    ...(isZero(year.reportableSuper) ? [] : [row('R', year.reportableSuper)]),
  ]
}

function typed(
  amounts: Readonly<Record<string, Decimal | undefined>>,
  code: string,
  amountName: string,
): Element[] {
  return Object.entries(amounts).flatMap(([key, amount]) =>
    amount === undefined || isZero(amount) ? [] : [{ [code]: key, [amountName]: money(amount) }],
  )
}

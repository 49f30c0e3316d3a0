/* Matches column headings to fields, including the headings of other payroll programs. */

import { extraFields, WHOLE_NAME } from './extra-fields.ts'
import { type ImportField, isStatusWord } from './values.ts'

/**
 * Headings by field, reduced to letters and digits. Includes those of Xero, MYOB, QuickBooks, Employment Hero, PayHero and
 * iPayroll. A heading that fits two fields goes to the first free one.
 */
const MEANINGS: Readonly<Record<string, string>> = {
  number:
    'employeeno employeenumber employeecode employeeid empno empid empcode staffno staffnumber staffid payrollid payrollno payrollnumber cardid uniqueid code id externalid clocknumber',
  employee_number:
    'employeeno employeenumber employeecode employeeid empno empid empcode staffno staffnumber staffid payrollid payrollnumber cardid uniqueid code id number',
  employee_name:
    'name fullname employeename employee employeefullname staffname displayname staffmember teammember worker person',
  full_name: 'name fullname employeename employee employeefullname staffname displayname',
  honorific: 'title salutation prefix',
  first_name: 'firstname firstnames givenname givennames forename christianname legalfirstname first',
  middle_name: 'middlename middlenames othernames secondname middleinitial',
  last_name: 'lastname surname familyname colastname colastname legallastname last',
  date_of_birth: 'dateofbirth dob birthdate birthday born birth',
  gender: 'gender sex',
  email_address:
    'email emailaddress personalemail workemail emailhome companyemail mail homeemail primaryemail',
  payslip_email: 'payslipemail emailforpayslips payslipsto paysliprecipient',
  phone_mobile:
    'mobile mobilephone mobilenumber mobileno cell cellphone cellular phonemobile personalmobile personalmobilenumber mobilephonenumber phone2 phoneno2',
  phone_home:
    'phone phonenumber phoneno homephone telephone homephonenumber landline tel phonehome phone1 phoneno1 contactnumber',
  address1:
    'address addressline1 address1 street streetaddress homeaddress residentialaddress residentialaddressline1 residentialstreetaddress address1line1 addr1line1 postaladdress homeaddressline1 addressstreet streetaddress1',
  address2:
    'addressline2 address2 residentialaddressline2 streetaddress2 addr1line2 line2 homeaddressline2 unit',
  city: 'suburb city town locality suburbtown suburbcity residentialsuburb citysuburb residentialcity towncity citytown addr1city homeaddresssuburb homecity',
  state:
    'state region stateterritory province residentialstate addr1state stateprovince homeaddressstate stateregion',
  postcode:
    'postcode postalcode zip zipcode pcode residentialpostcode addr1postcode homeaddresspostcode postzip',
  country: 'country residentialcountry countrycode addr1country nation',
  start_date:
    'startdate datestarted employmentstartdate commencementdate dateofcommencement hiredate datehired joindate started startedon dateofhire employmentstart dateemployed datejoined commenced',
  position: 'position jobtitle job role occupation positiontitle jobdescription employmenttitle',
  department:
    'department dept costcentre costcenter team division location branch departmentname primarylocation',
  employment_status:
    'employmentstatus employmentbasis basis employmenttype workertype fulltimeparttime employmentcategory typeofemployment employmentclassification fulltimeorparttime employmentagreement contracttype worktype',
  pay_period:
    'payperiod payfrequency paycycle payschedule frequency payrollfrequency paycalendar payfreq payrollcalendar paygroup',
  pay_rate_per_hour:
    'hourlyrate payrate payrateperhour rateperhour ordinaryrate baserate rate hourlypayrate ordinaryhourlyrate basehourlyrate hourlywage payrateperunit ordinarytimerate',
  annual_salary:
    'annualsalary salary annualpay yearlysalary salaryperyear annualsalaryamount basesalary annualrate salaryperannum annualbasesalary',
  pay_rate_per_week: 'weeklyrate weeklypay rateperweek weeklywage payrateperweek weeklyamount weeklysalary',
  pay_rate_unit:
    'payrateunit rateunit unitofpayrate payunit rateper ratetype payratetype paybasis salarybasis rateperiod',
  hours_per_week:
    'hoursperweek weeklyhours standardweeklyhours ordinaryhoursperweek standardhoursperweek contractedhours contracthours workhoursperweek hoursweek hrsperweek normalhours ordinaryhours standardhours',
  hours_per_period:
    'hoursinpayperiod hoursperpayperiod hoursperpay payperiodhours standardpayhours hoursperfortnight',
  residency:
    'residencystatus australianresident taxresidency residency residencyfortax residencyfortaxpurposes isaustralianresident australianresidentfortax australianresidentfortaxpurposes residentstatus taxresidencystatus',
  tax_table: 'taxtable taxscale',
  standard_hours_per_day: 'hoursperday standardhoursperday dailyhours hoursaday',
  standard_days_per_week: 'daysperweek standarddaysperweek daysaweek',
  pay_method: 'paymethod paymentmethod methodofpayment paymenttype',
  tax_file_number: 'tfn taxfilenumber taxfileno taxnumber',
  tfnd_signed_date:
    'tfndeclarationdate tfndsigneddate declarationdate tfndeclarationsigned taxdeclarationdate',
  is_foreign_resident:
    'foreignresident isforeignresident foreignresidentfortax nonresident foreignresidentfortaxpurposes foreignresidenttax',
  has_claimed_tax_free_threshold:
    'taxfreethreshold claimtaxfreethreshold claimstaxfreethreshold taxfreethresholdclaimed claimedtaxfreethreshold tft taxfreethresholdclaim',
  has_stsl_liability:
    'helpdebt hasstsl stsl help hecs hecsdebt hecshelp helphecs studyloan studentloan hasstslliability helpssltsldebt helpliability hashelpdebt hasloanorstudentdebt studyandtrainingloan trainingsupportloan hastslorhelpdebt',
  is_closely_held: 'closelyheld iscloselyheld closelyheldpayee',
  abn: 'abn australianbusinessnumber contractorabn',
  default_employee_fund_usi:
    'usi superfundusi fundusi superusi superannuationfundusi uniquesuperannuationidentifier superproductcode spin usispin superfundproductid superfund1productcode superfund1usi',
  default_employee_fund_member_number:
    'membernumber supermembernumber superfundmembernumber memberno superannuationmembernumber fundmembernumber superfund1membernumber employeemembershipno employeemembership supermemberno membershipnumber memberid',
  primary_bank_bsb:
    'bsb bankbsb bsbnumber bsbno accountbsb primarybsb bankaccountbsb bankaccount1bsb bsbcode branchnumber account1bsb',
  primary_bank_account_number:
    'accountnumber bankaccount bankaccountnumber accountno bankaccountno acctno acctnumber bankaccount1accountnumber account1number primaryaccountnumber accnumber',
  primary_bank_account_name:
    'accountname bankaccountname nameofaccount accountholder bankaccount1accountname accounttitle accountholdername account1name primaryaccountname',
  ird_number: 'irdnumber ird irdno taxnumber inlandrevenuenumber',
  nz_tax_code: 'taxcode irdtaxcode nztaxcode payetaxcode',
  has_student_loan: 'studentloan hasstudentloan',
  kiwisaver_employee_rate:
    'kiwisaveremployeerate kiwisaverrate employeekiwisaver kiwisaveremployee kiwisaveremployeecontribution kiwisaveremployeecontributionrate employeekiwisaverrate kiwisaver employeekiwisaverdeduction kiwisaverdeductionrate kiwisaverdeduction',
  kiwisaver_employer_rate:
    'kiwisaveremployerrate employerkiwisaver kiwisaveremployer kiwisaveremployercontribution kiwisaveremployercontributionrate employerkiwisaverrate',
  kiwisaver_status_code: 'kiwisaverstatus kiwisaverstatuscode kiwisavermembership',
  esct_rate: 'esctrate esct',
  bsb: 'bsb bankbsb bsbnumber bsbno accountbsb bankaccountbsb bsbcode branchnumber',
  account_number:
    'accountnumber accountno bankaccount bankaccountnumber bankaccountno acctno acctnumber account accnumber',
  account_name: 'accountname bankaccountname nameofaccount accountholder accounttitle accountholdername',
  value: 'hours totalhours units quantity hoursworked duration total ordinaryhours',
  hours: 'hours totalhours units duration hourstaken totalunits',
  leave_type: 'leavetype leave typeofleave leavecategory leavename absencetype type',
  date: 'date day workdate shiftdate datefrom startdate fromdate leavedate from start',
  description:
    'description payrule payitem earningsrate worktype payrate paycategory earningstype payelement',
  gross: 'gross grosspay earnings grossearnings totalearnings totalgross wages grosswages salaryandwages',
  tax: 'tax payg paygwithheld paygtax taxwithheld paye payee totaltax incometax',
  ytd_gross: 'ytdgross gross grosspay earnings grossearnings totalearnings grossytd earningsytd',
  ytd_tax: 'ytdtax tax payg paygwithheld paye taxytd taxwithheld',
  ytd_net: 'ytdnet net netpay netytd takehomepay',
  ytd_deductions: 'ytddeductions deductions deductionsytd totaldeductions',
  ytd_super: 'ytdsuper super superannuation sgc superguarantee superytd totalsuper',
  period_end_date: 'periodend periodending periodenddate payperiodend weekending fortnightending to enddate',
  period_start_date: 'periodstart periodstartdate payperiodstart',
  pay_date: 'paydate paymentdate datepaid paidon',
  kin_name: 'nextofkin emergencycontact emergencyname emergencycontactname nextofkinname kin',
  kin_relationship: 'emergencyrelationship nextofkinrelationship relationship emergencycontactrelationship',
  kin_phone_mobile:
    'emergencyphone emergencyphonenumber nextofkinphone emergencycontactphone emergencycontactnumber emergencymobile',
}

/** Filler words that programs add to headings. */
const AROUND = /^(?:employee|staff|personal|primary|worker|contact)|(?:required|optional|ddmmyyyy|yn|yesno)$/g

export const plain = (heading: string) => heading.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

const FIELDS_BY_HEADING = (() => {
  const byHeading = new Map<string, string[]>()
  for (const [field, headings] of Object.entries(MEANINGS))
    for (const heading of [plain(field), ...headings.split(' ')])
      byHeading.set(heading, [...(byHeading.get(heading) ?? []), field])
  return byHeading
})()

/** `field` is null when the column is skipped. */
export type Matched = { header: string; field: string | null }

/**
 * Matches each heading by the user's earlier choice, by a field's name or label, or by common words. `fields`
 * are those of the company's country. Each field is matched once.
 */
export function matchHeadings(
  headers: readonly string[],
  own: readonly (Pick<ImportField, 'name'> & { label: string })[],
  chosen: ReadonlyMap<string, string | null>,
  body: readonly (readonly string[])[] = [],
): Matched[] {
  const fields = [...own, ...extraFields(own)]
  const known = new Set(fields.map(({ name }) => name))
  const byName = new Map(
    fields.flatMap(({ name, label }) => [
      [plain(label), name],
      [plain(name), name],
    ]),
  )
  const taken = new Set<string>()
  const take = (field: string | undefined) => {
    if (field === undefined || !known.has(field) || taken.has(field)) return null
    taken.add(field)
    return field
  }
  const keyOf = (header: string) => header.trim().toLowerCase()
  // The user's choice has priority over columns further left.
  const byChoice = headers.map((header) => take(chosen.get(keyOf(header)) ?? undefined))
  const status = known.has('employment_status')
    ? statusColumn(headers, body, (at) => chosen.has(keyOf(at)))
    : -1
  const byCells = take(status >= 0 ? 'employment_status' : undefined)
  const exact = headers.map((header, index) => {
    if (chosen.has(keyOf(header))) return byChoice[index] ?? null
    return index === status && byCells ? byCells : take(byName.get(plain(header)))
  })
  const matched = headers.map((header, index) => {
    if (exact[index] || chosen.has(keyOf(header))) return { header, field: exact[index] ?? null }
    const letters = plain(header)
    const meant = [...meantBy(letters), ...meantBy(letters.replaceAll(AROUND, ''))]
    return { header, field: take(meant.find((field) => known.has(field) && !taken.has(field))) }
  })
  // A full name column is not needed when there are first and last names.
  const isSplit = taken.has('first_name') && taken.has('last_name')
  return matched.map((each) => (isSplit && each.field === WHOLE_NAME ? { ...each, field: null } : each))
}

/**
 * Programs use “Employment type” and “Employment status” for different things. The cells show which column
 * has words such as “Full-time” and “Casual”.
 */
function statusColumn(
  headers: readonly string[],
  body: readonly (readonly string[])[],
  isChosen: (header: string) => boolean,
): number {
  const shares = headers.map((header, index) => {
    if (isChosen(header) || !meantBy(plain(header)).includes('employment_status')) return 0
    const cells = body.map((row) => row[index] ?? '').filter((cell) => cell !== '')
    return cells.length === 0 ? 0 : cells.filter(isStatusWord).length / cells.length
  })
  const most = Math.max(0, ...shares)
  return most > 0.5 ? shares.indexOf(most) : -1
}

/** The fields that a heading could mean, in either country. */
export const meaningsOf = (heading: string): readonly string[] => meantBy(plain(heading))

const meantBy = (letters: string): readonly string[] => FIELDS_BY_HEADING.get(letters) ?? []

/** Finds the row with the column headings. Titles, dates and blank rows may come before it. */
export function findHeadings(rows: readonly (readonly string[])[]): {
  header: string[]
  body: string[][]
  skipped: number
} {
  const widest = Math.max(...rows.slice(0, 50).map((row) => filled(row)))
  const scored = rows.slice(0, 30).map((row, index) => ({ index, score: scoreOf(row, widest) }))
  const best = scored.reduce((top, each) => (each.score > top.score ? each : top), { index: 0, score: -1 })
  const header = uniqueNames(rows[best.index] ?? [])
  const body = rows
    .slice(best.index + 1)
    .map((row) => header.map((_, index) => row[index] ?? ''))
    .filter((row) => !isTotal(row) && row.some((cell) => cell !== ''))
  return { header, body, skipped: best.index }
}

const filled = (row: readonly string[]) => row.filter((cell) => cell.trim() !== '').length

/** Known headings score highest. A row of words as wide as the table may contain unknown headings. */
function scoreOf(row: readonly string[], widest: number): number {
  const cells = row.filter((cell) => cell.trim() !== '')
  const known = cells.filter((cell) => meantBy(plain(cell)).length > 0).length
  const isWordy = cells.length > 0 && cells.every((cell) => !/^[\d$(-][\d\s$,./()-]*$/.test(cell))
  return known * 10 + (isWordy && cells.length >= widest - 1 ? 5 : 0) + (cells.length === widest ? 1 : 0)
}

/** An empty or repeated heading gets its column number, so every column has a unique name. */
function uniqueNames(row: readonly string[]): string[] {
  const seen = new Set<string>()
  return row.map((cell, index) => {
    const name = cell.replaceAll(/\s+/g, ' ').trim().slice(0, 100) || `Column ${index + 1}`
    const unique = seen.has(name.toLowerCase()) ? `${name} (${index + 1})` : name
    seen.add(unique.toLowerCase())
    return unique
  })
}

/**
 * A row of totals has only the word “Total” or the like in its first filled cell, or some empty cells beside
 * its sums.
 */
const isTotal = (row: readonly string[]) => {
  const first = row.find((cell) => cell.trim() !== '') ?? ''
  return (
    /^(grand )?totals?:?$/i.test(first.trim()) ||
    (/^(grand )?total\b/i.test(first) && filled(row) < row.length)
  )
}

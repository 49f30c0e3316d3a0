/* Requirements of Australian employers beyond a single correct pay, rule by rule: done, open, and the reason. */

type Rule = { rule: string; done: string; open: string }

const RULES: readonly Rule[] = [
  {
    rule: 'Agreed extra withholding (Schedule 14)',
    done: '`extra_withholding_amount`, once for each pay period, dated',
    open: 'A percentage instead of an amount: the schedule’s example has an amount',
  },
  {
    rule: 'Variations of the tax office',
    done: 'A rate or an amount, with first and last payment date; code DV',
    open: 'Variations for a class of payees: no employee field, since they follow from the payment',
  },
  {
    rule: 'Medicare levy surcharge',
    done: 'Three tiers on scales 1 and 2; fourth place of the treatment code',
    open: 'That it applies only on these scales is our interpretation: no publication was found',
  },
  {
    rule: 'Schedule 2, horticulture and shearing',
    done: 'One rate for residents and foreign residents, six-month warning, codes CT and CF',
    open: 'The rate from 1 July 2026 is carried over and unverified; every such pay says so',
  },
  {
    rule: 'Schedule 3, performing artists',
    done: 'Tables of 2020, 2024 and 2026 by weekly earnings, 20% for promotional activities, codes AT, AN, AP',
    open: 'Rounding for each performance and day, code AD: pays here are periods. The table of 2026 is derived',
  },
  {
    rule: 'Schedule 13 and the PALM scheme',
    done: '15% of every payment to a foreign resident, income type SWP, code WP',
    open: 'Schedule 13 is about super income streams, which no employer pays here',
  },
  {
    rule: 'Award interpretation',
    done: 'Company and employee rates by hand, with multipliers',
    open: 'Penalty and overtime rules by award: a separate library, not started',
  },
  {
    rule: 'Pay-rate floors',
    done: 'Warning below the national minimum wage, by date, age and casual loading',
    open: 'Award rates, trainees, apprentices and supported wages; the junior percentages are unverified',
  },
  {
    rule: 'Dated employee terms and back pay',
    done: 'Terms by date, including standing items and pay calendars (0660, 0920); back pay by method B(i)',
    open: 'The definition of a calendar (anchor, days in arrears) has no dates: runs that exist keep their periods',
  },
  {
    rule: 'Annual salary and total packages',
    done: '`annual_salary`, `annual_package`; the hourly rate is calculated and shown (0723)',
    open: 'A package is not recalculated when the guarantee changes',
  },
  {
    rule: 'Notice (s 117) and redundancy (s 119)',
    done: 'Calculators, also in the web app; an employee’s entitlements; warnings on the final pay (0722)',
    open: 'The service does not record whether notice was worked, so the warning may not apply',
  },
  {
    rule: 'Long service leave owed by the Act, compared with the balance',
    done: 'By state, service and reason, with the balance in weeks for comparison',
    open: 'Leave already taken, and reasons that no field records (pressing necessity, serious misconduct)',
  },
  {
    rule: 'RDO and time in lieu at the end; leave in advance',
    done: 'Paid out with their own tax (0672); negative balances warn',
    open: '–',
  },
  {
    rule: 'Leave on workers compensation by state',
    done: 'Dated table with sources',
    open: 'Long service in the Capital Territory and annual leave in the Northern Territory accrue none, with a sentence: their law was not read',
  },
  {
    rule: 'Long service leave of casuals',
    done: 'Off by default by decision; the record and the run check mention the entitlement',
    open: '–',
  },
  {
    rule: 'Family and domestic violence leave',
    done: '`AU_FAMILY_VIOLENCE`: ten days from the first day of each year of service, ordinary hours on payslips; days left for the officer (`…/family-violence-leave`), with those of an earlier system',
    open: 'Employees do not see the days that are left in self-service: a shared phone would show them',
  },
  {
    rule: 'Purchased leave, portable long service leave returns',
    done: 'Report `portable-long-service-levy`: ordinary pay and levy by quarter, state, department and scheme, by the scheme on the employee’s record; rates dated, unverified',
    open: 'Purchased leave. The levy of contract cleaning in Queensland from 1 July 2026, and the returns of the schemes, were not read; no levy of this year was checked. Schemes of construction are left out: those of Queensland and the Northern Territory levy the cost of the work, that of the Capital Territory ordinary wages (2.75% from 1 October 2024, actleave.act.gov.au)',
  },
  {
    rule: 'Deceased employees and later instalments',
    done: 'No tax, not reported, held back for the estate (0670, 0724); wages paid before a death was known are named; codes S, P and B (0674)',
    open: '–',
  },
  {
    rule: 'Redundancy after pension age',
    done: 'No tax-free part, code R (0921)',
    open: 'Section 82-10(6) was read in summaries, not in the Act',
  },
  {
    rule: 'Daily and quarterly periods, employee share schemes',
    done: '–',
    open: 'Pay periods are weekly, fortnightly and monthly; share schemes are reported by the employer',
  },
  {
    rule: 'Payroll tax by state',
    done: 'Tables of eight states with status; figures carried over bring a warning on the report',
    open: 'Groups and a monthly return',
  },
  {
    rule: 'Novated leases',
    done: 'Sacrifice before tax and deduction after tax as two rows',
    open: 'Splitting one lease amount by the employee contribution method',
  },
  {
    rule: 'Reportable fringe benefits from taxable values',
    done: 'Gross-up and the 2,000 limit by FBT year; amounts below it are explained',
    open: 'Valuing benefits',
  },
  {
    rule: 'Super choice and stapled fund requests',
    done: 'Form, choice, request and answer as steps with what to do next, behind a port with a simulator (0924), also in the web app',
    open: 'A transport: the tax office answers in its online services, and no public interface was found',
  },
  {
    rule: 'Parental leave pay from Services Australia',
    done: 'Instalments received, `PAID_PARENTAL` rows paid, and the amount still held (0923); no super, no accrual, paid leave P; also in the web app',
    open: 'Unverified: no super is owed. Instalments are entered by hand, because Services Australia has no public interface',
  },
]

/** The section for the conformance page. */
export function australianRules(): string {
  return [
    '### Australia: what employers ask for',
    '',
    '| Rule | Done | Not done, and why |',
    '|---|---|---|',
    ...RULES.map(({ rule, done, open }) => `| ${rule} | ${done} | ${open} |`),
    '',
  ].join('\n')
}

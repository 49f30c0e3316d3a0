import { type Static, Type } from 'typebox'
import { CivilDateText, closed, component, nullable, Timestamp, words } from '../../../http/schema.ts'
import { SkippedEmployees } from '../../pays/pays/index.ts'
import { UNUSUAL_NAMES } from '../unusual/index.ts'

const Money = Type.Number()
const MaybeMoney = nullable(Money)

export const RunFinding = component(
  'RunFinding',
  closed({
    area: words(['pay', 'bank', 'super', 'lodgement', 'payslip'] as const, {
      description: 'Where it would fail, or where to look.',
    }),
    severity: words(['blocks', 'look'] as const, {
      description: '`blocks`: a later step would be refused. `look`: it would pass, and is worth a look.',
    }),
    employee_id: nullable(Type.Integer({ description: 'Null: the company.' })),
    pay_id: nullable(Type.Integer()),
    format_name: nullable(Type.String()),
    message: Type.String(),
    mend: words(['employee', 'bank-accounts', 'super-funds', 'company', 'pay', 'operator'] as const, {
      description: 'Where to fix it; `operator`: by the operator of the service.',
    }),
    needs_confirmation: Type.Optional(
      Type.Boolean({
        description:
          'True: hours beyond the period (24 a day), or more than twice the standard hours and 60 a week. A person should confirm them before the run is processed, as the web app asks; processing does not refuse them.',
      }),
    ),
    rule: Type.Optional(
      words(UNUSUAL_NAMES, {
        description:
          'Present when it is reported because it is unusual: the rule, as docs/unusual.md explains it.',
      }),
    ),
  }),
)
export type RunFinding = Static<typeof RunFinding>

export const FindingGroup = component(
  'FindingGroup',
  closed({
    area: RunFinding.properties.area,
    severity: RunFinding.properties.severity,
    mend: RunFinding.properties.mend,
    count: Type.Integer({ description: 'Findings with this cause.' }),
    message: Type.String({ description: 'One sentence for all of them: "25 people have no super fund."' }),
    people: Type.Array(
      closed({
        employee_id: Type.Integer(),
        pay_id: nullable(Type.Integer()),
        format_name: Type.String(),
      }),
      { description: 'The first 25 of them. Empty: it concerns the company.' },
    ),
    needs_confirmation: Type.Optional(Type.Boolean({ description: 'As in the findings.' })),
    rule: RunFinding.properties.rule,
  }),
)
export type FindingGroup = Static<typeof FindingGroup>

const FINDINGS = {
  finding_count: Type.Integer({ description: 'All findings, listed or not.' }),
  groups: Type.Array(FindingGroup, { description: 'Equal causes counted once; what blocks comes first.' }),
  findings: Type.Array(RunFinding, {
    description:
      'Finding by finding: the first 500, and all that need confirmation. `all_findings=true` lists every one.',
  }),
}

export const FindingsQuery = closed({
  all_findings: Type.Optional(
    Type.Boolean({ description: 'Lists every finding instead of the first 500. Default false.' }),
  ),
})

export const RunReadiness = component(
  'RunReadiness',
  closed({
    pay_run_id: Type.Integer(),
    is_ready: Type.Boolean({ description: 'Nothing blocks.' }),
    pay_count: Type.Integer({ description: 'How many pays were tried.' }),
    person_count: Type.Integer({
      description: 'How many people these pays are for. A run may pay a person several times.',
    }),
    ...FINDINGS,
    skipped: {
      ...SkippedEmployees,
      description: 'Employees of the calendar who have no regular pay in this run, with the reason.',
    },
  }),
)
export type RunReadiness = Static<typeof RunReadiness>

export const CompanyReadiness = component(
  'CompanyReadiness',
  closed({
    company_id: Type.Integer(),
    is_ready: Type.Boolean({ description: 'Nothing blocks.' }),
    ...FINDINGS,
  }),
)
export type CompanyReadiness = Static<typeof CompanyReadiness>

const FLAGS = [
  'new',
  'not-paid',
  'net-up',
  'net-down',
  'account-changed',
  'no-tax-number',
  'no-account',
  'no-fund',
  'leave-below-zero',
] as const

const Sums = closed({
  hours: Type.Number(),
  leave_hours: Type.Number(),
  gross: Money,
  tax: Money,
  super: Type.Number({ description: 'NZ: the employer’s KiwiSaver contribution.' }),
  net: Money,
})

export const RunComparison = component(
  'RunComparison',
  closed({
    pay_run_id: Type.Integer(),
    pay_run_end_date: CivilDateText,
    previous_pay_run_id: nullable(
      Type.Integer({ description: 'The last processed run of the same cycle before it; null: none.' }),
    ),
    previous_pay_run_end_date: nullable(CivilDateText),
    totals: Sums,
    previous_totals: nullable(Sums),
    people: Type.Array(
      closed({
        employee_id: Type.Integer(),
        format_name: Type.String(),
        department: nullable(Type.String()),
        pay_ids: Type.Array(Type.Integer(), { description: 'Empty: not paid in this run.' }),
        now: nullable(Sums),
        before: nullable(Sums),
        net_change: Type.Number({ description: 'Net minus the net of the previous run.' }),
        net_change_percent: MaybeMoney,
        flags: Type.Array(words(FLAGS), {
          description:
            '`net-up` and `net-down`: by more than a fifth. `new`: never paid before. `not-paid`: in the previous run but not in this one, though still employed.',
        }),
      }),
    ),
  }),
)
export type RunComparison = Static<typeof RunComparison>

const STAGES = ['drafted', 'reviewed', 'processed', 'paid', 'super', 'lodged', 'payslips', 'journal'] as const

export const RunStages = component(
  'RunStages',
  closed({
    pay_run_id: Type.Integer(),
    stages: Type.Array(
      closed({
        stage: words(STAGES),
        status: words(['done', 'open', 'under-way', 'not-needed'] as const, {
          description: '`under-way`: sent, the answer is awaited; or done for some of the pays.',
        }),
        done: Type.Integer({ description: 'Pays for which it is done.' }),
        total: Type.Integer(),
        open_amount: nullable(Type.Number({ description: 'Dollars that are still to be sent.' })),
        overpaid_amount: nullable(Type.Number({ description: 'Dollars sent that are no longer owed.' })),
        at: nullable(Timestamp),
        by: nullable(Type.String({ description: 'Who marked it, if it was marked by hand.' })),
      }),
    ),
    job: nullable(closed({ job: words(['process'] as const), done: Type.Integer(), total: Type.Integer() }), {
      description: 'A long job on the run that is under way now.',
    }),
  }),
)
export type RunStages = Static<typeof RunStages>
export type Stage = RunStages['stages'][number]

export const ComparisonQuery = closed({
  unusual_only: Type.Optional(
    Type.Boolean({
      description: 'Names only people with something unusual; the totals include everyone. Default false.',
    }),
  ),
})

export const Stage = words(['reviewed', 'payslips'] as const)
export const StageMark = component(
  'RunStageMark',
  closed({ is_done: Type.Boolean() }, { examples: [{ is_done: true }] }),
)

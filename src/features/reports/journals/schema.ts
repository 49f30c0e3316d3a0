import { type Static, Type } from 'typebox'
import { CivilDateText, closed, component, nullable, Timestamp, words } from '../../../http/schema.ts'
import { JOURNAL_KINDS } from '../../../payroll/journal-kinds.ts'

export const CSV_SYSTEMS = ['xero', 'myob', 'quickbooks'] as const
export type CsvSystem = (typeof CSV_SYSTEMS)[number]

const name = (maxLength: number, options: Record<string, unknown> = {}) =>
  Type.String({ minLength: 1, maxLength, pattern: '\\S', ...options })
const Kind = words(JOURNAL_KINDS, {
  description: 'The kind of amount: an expense, or a liability and its payee.',
})

export const JournalAccount = component(
  'JournalAccount',
  closed(
    {
      kind: Kind,
      department: Type.Optional(
        nullable(name(100), { description: 'Null: every department without its own account.' }),
      ),
      account_code: name(50),
      account_name: Type.Optional(
        nullable(name(150), { description: 'QuickBooks identifies accounts by name.' }),
      ),
    },
    {
      examples: [
        { kind: 'ordinary', department: null, account_code: '477', account_name: 'Wages and salaries' },
      ],
    },
  ),
)
export type JournalAccount = Static<typeof JournalAccount>

export const JournalAccounts = Type.Array(JournalAccount, {
  maxItems: 2000,
  examples: [
    [
      { kind: 'ordinary', department: null, account_code: '477', account_name: 'Wages and salaries' },
      { kind: 'net_pay', department: null, account_code: '804', account_name: 'Wages payable' },
    ],
  ],
})

export const JournalCreate = component(
  'JournalCreate',
  closed(
    {
      pay_run_id: Type.Integer(),
      journal_date: Type.Optional(CivilDateText),
      dry_run: Type.Optional(
        Type.Boolean({ description: 'Returns what would be written, and stores nothing.' }),
      ),
    },
    { examples: [{ pay_run_id: 1 }] },
  ),
)
export type JournalCreate = Static<typeof JournalCreate>

export const Journal = component(
  'Journal',
  closed(
    {
      id: nullable(Type.Integer({ description: 'Null in a dry run of a journal that would be new.' })),
      pay_run_id: Type.Integer(),
      journal_date: CivilDateText,
      narration: Type.String(),
      reverses_id: nullable(Type.Integer({ description: 'The journal that this one reverses.' })),
      reversed_by_id: nullable(Type.Integer()),
      status: words(['made', 'posting', 'posted'] as const),
      external_id: nullable(Type.String({ description: 'Of the accounting system.' })),
      last_error: nullable(Type.String()),
      posted_at: nullable(Timestamp),
      created_at: Timestamp,
      total: Type.Number({ description: 'Of each side.' }),
      lines: Type.Array(
        closed({
          kind: Type.String(),
          department: nullable(Type.String()),
          account_code: Type.String(),
          account_name: nullable(Type.String()),
          description: Type.String(),
          debit: Type.Number(),
          credit: Type.Number(),
        }),
      ),
    },
    {
      examples: [
        {
          id: 1,
          pay_run_id: 1,
          journal_date: '2026-07-10',
          narration: 'Payroll to 2026-07-12, run 1',
          reverses_id: null,
          reversed_by_id: null,
          status: 'made',
          external_id: null,
          last_error: null,
          posted_at: null,
          created_at: '2026-07-10T00:00:00',
          total: 1520,
          lines: [
            {
              kind: 'ordinary',
              department: 'Kitchen',
              account_code: '477',
              account_name: 'Wages and salaries',
              description: 'Wages and salaries, Kitchen',
              debit: 1520,
              credit: 0,
            },
            {
              kind: 'net_pay',
              department: null,
              account_code: '804',
              account_name: 'Wages payable',
              description: 'Net pay',
              debit: 0,
              credit: 1520,
            },
          ],
        },
      ],
    },
  ),
)

export const JournalQuery = closed({
  from_date: Type.Optional(CivilDateText),
  to_date: Type.Optional(CivilDateText),
  pay_run_id: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
})

export const ConnectionInput = component(
  'AccountingConnectionInput',
  closed(
    {
      tenant_id: name(100, { description: 'The organisation in the accounting system.' }),
      access_token: Type.String({
        minLength: 1,
        maxLength: 4000,
        'x-sensitive': true,
        description: 'A bearer token of the accounting system. It is encrypted and never shown again.',
      }),
      refresh_token: Type.Optional(
        nullable(Type.String({ minLength: 1, maxLength: 4000, 'x-sensitive': true }), {
          description:
            'Renews the access token if the token endpoint is set (`ACCOUNTING_TOKEN_URL`). Also encrypted.',
        }),
      ),
      expires_in: Type.Optional(
        nullable(Type.Integer({ minimum: 1, maximum: 31_536_000 }), {
          description: 'The lifetime of the access token in seconds, as the token endpoint returned it.',
        }),
      ),
    },
    {
      examples: [
        {
          tenant_id: '45e4708e-d862-4111-ab3a-dd8cd03913e1',
          access_token: 'the token of the accounting system',
          refresh_token: 'what renews it',
          expires_in: 1800,
        },
      ],
    },
  ),
)
export type ConnectionInput = Static<typeof ConnectionInput>

export const ConnectionView = component(
  'AccountingConnection',
  closed(
    {
      tenant_id: Type.String(),
      expires_at: nullable(Timestamp, { description: 'When the access token ends; null: not known.' }),
      is_renewed: Type.Boolean({
        description: 'Whether the service renews the access token automatically before it expires.',
      }),
      updated_at: Timestamp,
    },
    {
      examples: [
        {
          tenant_id: '45e4708e-d862-4111-ab3a-dd8cd03913e1',
          expires_at: '2026-07-01T00:30:00',
          is_renewed: true,
          updated_at: '2026-07-01T00:00:00',
        },
      ],
    },
  ),
)

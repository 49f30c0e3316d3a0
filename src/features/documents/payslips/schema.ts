import { type Static, Type } from 'typebox'
import { closed, component, Id, nullable, Timestamp, WarningsMember, words } from '../../../http/schema.ts'

const PASSWORDS = ['NONE', 'DATE_OF_BIRTH'] as const
export type PasswordKind = (typeof PASSWORDS)[number]

export const PayslipsQuery = closed({
  format: Type.Optional(
    words(['pdf', 'zip'] as const, {
      description: 'Default `pdf`: one document with all payslips. `zip`: one document per payslip.',
    }),
  ),
})

export const PayslipMailRequest = component(
  'PayslipMailRequest',
  closed(
    {
      pay_ids: Type.Optional(
        Type.Array(Id, {
          minItems: 1,
          maxItems: 10_000,
          uniqueItems: true,
          description: 'Only these pays of the run; all of them when omitted.',
        }),
      ),
      password: Type.Optional(
        words(PASSWORDS, {
          description:
            'Default `NONE`. `DATE_OF_BIRTH`: the document opens with the employee’s date of birth as eight digits, day first.',
        }),
      ),
      message: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 1000,
          'x-text': 'lines',
          description: 'Text to add to every e-mail.',
        }),
      ),
      resend: Type.Optional(
        Type.Boolean({
          description: 'Also send payslips that are queued or were sent before. Default false.',
        }),
      ),
    },
    { examples: [{ password: 'DATE_OF_BIRTH' }, { pay_ids: [81], resend: true }] },
  ),
)
export type PayslipMailRequest = Static<typeof PayslipMailRequest>

export const PayslipMail = component(
  'PayslipMail',
  closed({
    mail_id: Type.Integer({
      description: 'The mail in the outbox; a failed one can be sent again there.',
    }),
    pay_id: Type.Integer(),
    employee_id: Type.Integer(),
    format_name: Type.String(),
    to_address: Type.String(),
    file_name: Type.String({ examples: ['2026-11-19 Nguyen Mia payslip.pdf'] }),
    password: words(PASSWORDS),
    state: words(['queued', 'sending', 'sent', 'failed'] as const),
    error: nullable(Type.String()),
    created_at: Timestamp,
    sent_at: nullable(Timestamp),
  }),
)

export const PayslipMails = component(
  'PayslipMails',
  closed({
    queued: Type.Integer({ description: 'The number of payslips that this call queued.' }),
    mails: Type.Array(PayslipMail, { description: 'Every mailed payslip of the run, oldest first.' }),
    without_address: Type.Array(
      closed({ pay_id: Type.Integer(), employee_id: Type.Integer(), format_name: Type.String() }),
    ),
    ...WarningsMember,
  }),
)
export type PayslipMails = Static<typeof PayslipMails>

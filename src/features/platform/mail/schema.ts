import { Type } from 'typebox'
import { closed, component, nullable, Timestamp, words } from '../../../http/schema.ts'

export const OutboxEntry = component(
  'OutboxMail',
  closed(
    {
      id: Type.Integer(),
      to_address: Type.String(),
      subject: Type.String(),
      state: words(['queued', 'sending', 'sent', 'failed'] as const),
      transport: nullable(words(['smtp', 'outbox'] as const), {
        description:
          '`outbox`: no mail server is set up, so it was stored but not sent. Null until it is sent.',
      }),
      attempts: Type.Integer(),
      next_attempt_at: nullable(Timestamp),
      error: nullable(Type.String({ description: 'Why the last attempt failed.' })),
      attachments: Type.Array(Type.String(), { description: 'The names of the files in it.' }),
      created_at: Timestamp,
      sent_at: nullable(Timestamp),
    },
    {
      examples: [
        {
          id: 7,
          to_address: 'ari@client.example',
          subject: 'Set a new password for Tasman Payroll',
          state: 'sent',
          transport: 'smtp',
          attempts: 1,
          next_attempt_at: null,
          error: null,
          attachments: [],
          created_at: '2026-07-01T00:00:00',
          sent_at: '2026-07-01T00:00:01',
        },
      ],
    },
  ),
)

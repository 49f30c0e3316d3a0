import { type Static, Type } from 'typebox'
import { EVENT_TYPES } from '../../../events/catalogue.ts'
import {
  closed,
  component,
  Id,
  nullable,
  readBeside,
  Timestamp,
  WarningsMember,
  words,
} from '../../../http/schema.ts'

const EventName = words(EVENT_TYPES)

const Url = Type.String({
  description:
    'Absolute http or https URL of a public host, at most 512 characters. Surrounding whitespace is trimmed, `<` and `>` are stripped.',
  examples: ['https://hooks.example.com/payroll'],
  // A trailing line break is trimmed.
  'x-text': 'lines',
})
const Events = Type.Array(EventName, {
  minItems: 1,
  description: 'The events to deliver. Each must be named; there is no wildcard.',
  examples: [['employee.created', 'employee.updated']],
})
const Description = nullable(
  Type.String({
    description: 'At most 255 characters, trimmed. For your own notes: never sent.',
    'x-text': 'lines',
  }),
)
const IsActive = Type.Boolean({
  description: 'While false nothing is sent, and queued deliveries are skipped.',
})

export const NewWebhook = component(
  'NewWebhook',
  closed(
    {
      url: Url,
      events: Events,
      description: Type.Optional(Description),
      is_active: Type.Optional(IsActive),
      secret: Type.Optional(
        Type.String({
          minLength: 8,
          maxLength: 128,
          pattern: '^[\\x21-\\x7e]+$',
          'x-problem': 'must have 8 to 128 printable ASCII characters without spaces',
          description:
            'Key of the signatures, 8 to 128 printable ASCII characters without spaces. Omitted: a strong one is generated.',
        }),
      ),
    },
    {
      examples: [
        {
          url: 'https://hooks.example.com/payroll',
          events: ['employee.created', 'employee.updated', 'pay.created'],
          description: 'HR system',
        },
      ],
    },
  ),
)

export const WebhookChanges = component(
  'WebhookChanges',
  closed(
    {
      url: Type.Optional(Url),
      events: Type.Optional(Events),
      description: Type.Optional(Description),
      is_active: Type.Optional(IsActive),
      regenerate_secret: Type.Optional(
        Type.Boolean({
          description:
            'True creates a new secret and returns it once. It signs queued deliveries as soon as this call returns.',
        }),
      ),
    },
    { examples: [{ is_active: false }, { regenerate_secret: true }] },
  ),
)

export const Webhook = component(
  'Webhook',
  closed(
    readBeside(
      {
        id: Id,
        url: Type.String(),
        events: Type.Array(EventName),
        description: nullable(Type.String()),
        is_active: Type.Boolean(),
        secret: Type.Optional(
          Type.String({ description: 'Only in the response that created or regenerated it.' }),
        ),
        created_at: Timestamp,
        updated_at: Timestamp,
        ...WarningsMember,
      },
      WebhookChanges,
    ),
  ),
)

export const WebhookList = component(
  'WebhookList',
  closed({
    endpoints: Type.Array(Webhook),
    availableEvents: Type.Array(Type.String(), {
      description: 'Every event that can be subscribed to. The list can grow.',
    }),
  }),
)

export const Delivery = component(
  'WebhookDelivery',
  closed({
    id: Type.Integer({ description: 'The delivery id: the same in every attempt.' }),
    event_type: Type.String(),
    entity: closed({ type: Type.String(), id: Type.Integer() }),
    status: words(['pending', 'sending', 'retry', 'delivered', 'failed', 'skipped'] as const),
    attempts: Type.Integer({ description: 'Attempts so far, including the current one.' }),
    next_attempt_at: nullable(Timestamp, { description: 'The earliest time of the next attempt, if any.' }),
    response_status: nullable(Type.Integer(), { description: 'HTTP status of the last response, if any.' }),
    error: nullable(Type.String(), { description: 'Why the last attempt failed.' }),
    created_at: Timestamp,
    last_attempt_at: nullable(Timestamp),
    delivered_at: nullable(Timestamp),
  }),
)

export const LogQuery = closed({
  limit: Type.Integer({ minimum: 1, maximum: 500, default: 100, description: 'How many, newest first.' }),
})

export type NewWebhook = Static<typeof NewWebhook>
export type WebhookChanges = Static<typeof WebhookChanges>

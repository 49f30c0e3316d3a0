import { type EntityType, EVENT_TYPES, type EventType } from './catalogue.ts'

/** The schema name of each record type, and the words that start its description. */
const RECORDS: Record<EntityType, { schema: string; words: string }> = {
  company: { schema: 'Company', words: 'A company' },
  employee: { schema: 'Employee', words: 'An employee' },
  pay: { schema: 'Pay', words: 'A pay' },
  approval: { schema: 'Approval', words: 'An approval' },
  usage: { schema: 'Usage', words: 'The usage of a month' },
}
const VERBS: Record<string, string> = {
  created: 'was created',
  updated: 'has changed',
  deleted: 'was deleted',
  requested: 'was requested',
  approved: 'was given',
  rejected: 'was refused',
  voided: 'is void',
  reported: 'is complete',
}

const header = (name: string, description: string) => ({
  in: 'header' as const,
  name,
  required: true,
  description,
  schema: { type: 'string' as const },
})
const HEADERS = [
  header('X-Payroll-Event', 'The type of the event.'),
  header('X-Payroll-Delivery-Id', 'The same in every delivery of the event.'),
  header('X-Payroll-Timestamp', 'Unix seconds; part of the signed text.'),
  header(
    'X-Payroll-Signature',
    'HMAC-SHA256 of `<timestamp>.<body>` with the secret of the endpoint, in hex.',
  ),
]

/** The `webhooks` section of the OpenAPI document: one typed message for each event. */
export function webhooksSection() {
  return Object.fromEntries(EVENT_TYPES.map((type) => [type, { post: messageOf(type) }]))
}

function messageOf(type: EventType) {
  const [entity, verb] = type.split('.') as [EntityType, string]
  const { schema, words } = RECORDS[entity]
  const name = `${schema}${verb.charAt(0).toUpperCase()}${verb.slice(1)}`
  return {
    operationId: `on${name}`,
    summary: `${words} ${VERBS[verb]}`,
    description:
      'Sent at least once to every endpoint that subscribes to this event. Return 2xx within ten seconds; otherwise the delivery is retried. `data` can grow.',
    tags: ['Webhooks'],
    security: [],
    parameters: HEADERS,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemaOf(type, entity, `${name}Event`) } },
    },
    responses: {
      '204': { description: 'Received.' },
      '400': { description: 'Refused; the delivery is retried.' },
    },
  }
}

function schemaOf(type: EventType, entity: EntityType, component: string) {
  const text = (description: string) => ({ type: 'string' as const, description })
  return {
    'x-component': component,
    type: 'object' as const,
    required: ['id', 'type', 'createdAt', 'customerId', 'entity', 'data'],
    properties: {
      id: text('Id of the event; the same in every delivery.'),
      type: { type: 'string' as const, const: type },
      createdAt: text('When it happened.'),
      customerId: { type: 'integer' as const, description: '`customer_id` of userinfo.' },
      entity: {
        type: 'object' as const,
        required: ['type', 'id'],
        properties: {
          type: { type: 'string' as const, const: entity },
          id: { type: 'integer' as const },
        },
      },
      data: { $ref: `#/components/schemas/${RECORDS[entity].schema}` },
    },
  }
}

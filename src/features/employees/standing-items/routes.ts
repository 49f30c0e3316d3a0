import { Type } from 'typebox'
import type { StandingItemKind } from '../../../database/tables/standing-items.ts'
import type { Caller } from '../../../http/caller.ts'
import { routeFor } from '../../../http/route.ts'
import { CivilDateText, closed, component } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { AffectedPays, type PayEffects } from '../employees/index.ts'
import { addItem, changeItem, readItems, removeItem } from './manage-items.ts'
import { schemasOf } from './schema.ts'

const route = routeFor('standing-items')

type Subject = { path: string; kind: StandingItemKind; name: string; words: string; example: object }

const SUBJECTS: readonly Subject[] = [
  {
    path: 'allowances',
    kind: 'allowance',
    name: 'StandingAllowance',
    words: 'allowance',
    example: {
      description: 'Tool allowance',
      amount: '18.50',
      allowance_category: 'TD',
      auto_apply_to_pay: true,
    },
  },
  {
    path: 'deductions',
    kind: 'deduction',
    name: 'StandingDeduction',
    words: 'deduction',
    example: {
      description: 'Union fees',
      amount: '12.00',
      classification: 'UNION_FEES',
      auto_apply_to_pay: true,
    },
  },
  {
    path: 'bonuses',
    kind: 'bonus',
    name: 'StandingBonus',
    words: 'bonus',
    example: { description: 'Quarterly bonus', amount: '500.00', tax_method: 'METHOD_A_WHOLE_YEAR' },
  },
  {
    path: 'pay-sacrifices',
    kind: 'sacrifice',
    name: 'StandingSacrifice',
    words: 'salary sacrifice',
    example: {
      description: 'Super',
      amount: '0.05',
      amount_type: 'PERCENT_OF_GROSS',
      auto_apply_to_pay: true,
    },
  },
  {
    path: 'back-payments',
    kind: 'back_payment',
    name: 'StandingBackPayment',
    words: 'back payment',
    example: { description: 'Award rise from July', amount: '240.00', stp_category: 'GROSS' },
  },
]

const DATED =
  'With `effective_from` it applies from that day, past or future, and the pays that would be different are listed in `affected_pays`.'

/** The response when an ended item was used by earlier pays. */
const ItemEnded = component(
  'StandingItemEnded',
  closed({ affected_pays: AffectedPays, warnings: Type.Array(Type.String()) }),
)

const LOCKING = 'Returns 412 when `If-Match` does not match the list’s ETag.'

/** The standing items of an employee: five lists with the same operations. */
export function standingItemRoutes(service: Service, payEffects: PayEffects) {
  return async (app: App): Promise<void> => {
    for (const subject of SUBJECTS) addSubject(service, app, subject, payEffects)
  }
}

function addSubject(
  service: Service,
  app: App,
  { path, kind, name, words, example }: Subject,
  payEffects: PayEffects,
): void {
  const url = `/employees/:employee_id/${path}` as const
  const { create, update, view } = schemasOf(kind, name, example)
  type Request = {
    caller: Caller
    params: { employee_id: number }
    headers: { 'if-match'?: string | undefined }
  }
  const callOf = ({ caller, params, headers }: Request) => ({
    caller,
    kind,
    employeeId: params.employee_id,
    ifMatch: headers['if-match'],
    payEffects,
  })

  route(app, {
    method: 'GET',
    path: url,
    operationId: `list${name}${name.endsWith('s') ? 'es' : 's'}`,
    summary: `List the standing ${words} items of an employee`,
    description: 'Items that apply to every pay, and items that apply only when a pay names them.',
    response: { 200: Type.Array(view) },
    limit: kind === 'allowance' ? 'lookup' : 'default',
    errors: [404],
    etag: true,
    handler: async (request, reply) => {
      const { items, tag } = await readItems(service, callOf(request))
      return reply.header('etag', tag).send(items)
    },
  })

  route(app, {
    method: 'POST',
    path: url,
    operationId: `add${name}`,
    summary: `Add a standing ${words}`,
    description: `Returns 409 if the employee already has one with this description${kind === 'back_payment' ? ' and amount' : ''}. ${DATED} ${LOCKING}`,
    body: create,
    response: { 201: view },
    errors: [400, 404, 409, 412],
    handler: async (request, reply) =>
      reply.code(201).send(await addItem(service, callOf(request), request.body)),
  })

  route(app, {
    method: 'PATCH',
    path: `${url}/:item_id`,
    operationId: `update${name}`,
    summary: `Change a standing ${words}`,
    description: `Existing pays do not change. ${DATED} ${LOCKING}`,
    body: update,
    response: { 200: view },
    errors: [400, 404, 409, 412],
    emptyBody: true,
    handler: (request) => changeItem(service, callOf(request), request.params.item_id, request.body),
  })

  route(app, {
    method: 'DELETE',
    path: `${url}/:item_id`,
    operationId: `delete${name}`,
    summary: `End a standing ${words}`,
    description: `It no longer applies to new pays; with \`effective_from\`, to none from that day on. Returns 200 with the pays that would be different, if any; they do not change. ${LOCKING}`,
    query: closed({ effective_from: Type.Optional({ ...CivilDateText, pattern: '^(19|20|21)' }) }),
    response: { 200: ItemEnded, 204: Type.Null({ description: 'Ended.' }) },
    errors: [400, 404, 409, 412],
    handler: async (request, reply) => {
      const { effective_from } = request.query
      const said = await removeItem(service, callOf(request), request.params.item_id, effective_from)
      if (!said.affected_pays) return reply.code(204).send(null)
      return reply.send({ affected_pays: said.affected_pays, warnings: said.warnings ?? [] })
    },
  })
}

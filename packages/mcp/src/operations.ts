/** The operations of the API that the write tools call. `npm run docs` writes their request schemas into request-schemas.json. */
export const OPERATIONS = [
  'createPays',
  'terminateEmployee',
  'submitStpPays',
  'submitPaydayFiling',
  'deletePay',
  'updateEmployees',
  'processPayRun',
] as const

export type OperationId = (typeof OPERATIONS)[number]
export type JsonSchema = Readonly<Record<string, unknown>>
/** A request as the served schema describes it. `body` is that of one item where the API takes a list. */
export type RequestSchema = {
  path: readonly string[]
  query: Readonly<Record<string, JsonSchema>>
  body: JsonSchema | null
}

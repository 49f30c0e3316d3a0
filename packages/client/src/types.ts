import type { components, paths } from './generated/schema.d.ts'

/** No required members. */
type Nothing = Record<never, never>

export type Method = 'get' | 'put' | 'post' | 'patch' | 'delete'
type Paths = paths
type Json<T> = T extends { content: infer C }
  ? 'application/json' extends keyof C
    ? C['application/json']
    : keyof C extends `text/${string}`
      ? string
      : Blob
  : undefined

type Operation<P, M extends Method> = P extends keyof Paths
  ? M extends keyof Paths[P]
    ? NonNullable<Paths[P][M]>
    : never
  : never

/** The paths that support a method. */
export type PathsWith<M extends Method> = {
  [P in keyof Paths]: Paths[P] extends { [K in M]?: infer O }
    ? [NonNullable<O>] extends [never]
      ? never
      : P
    : never
}[keyof Paths] &
  string

type Responses<O> = O extends { responses: infer R } ? R : never
type Success = 200 | 201 | 202 | 204 | 207
type Answered<R> = keyof R & Success
/**
 * Excludes 202 if there is another response. 202 means that the write waits for approval, in companies that
 * require it (`isWaiting`).
 */
type Done<R> = Exclude<Answered<R>, 202> extends never ? Answered<R> : Exclude<Answered<R>, 202>
/**
 * The responses of a call that was carried out, by status. The parameter is any set of responses: a type that
 * names `Paths` here would make the compiler compare every operation with every other.
 */
type Answers<R> = { [S in keyof R as S extends Done<R> ? S : never]: Json<R[S]> }
type ValueOf<T> = T[keyof T]
/** The response of a call that was carried out. */
export type AnswerOf<P, M extends Method> = ValueOf<Answers<Responses<Operation<P, M>>>>

/** A write that waits for a second person's approval. Read `GET /api/approvals/{approval_id}` for the result. */
export type Waiting = { approval_id: number; state: 'waiting'; kind: string; summary: string }
/**
 * Whether a response means that the write waits for approval. Only companies that require approvals get it.
 */
export const isWaiting = (answer: unknown): answer is Waiting =>
  typeof answer === 'object' &&
  answer !== null &&
  'approval_id' in answer &&
  'state' in answer &&
  answer.state === 'waiting'

/** Lists of pays are flat unless the call groups them. */
type Grouped = { query: { group_by_employee: true } } | { query: { group_by_pay_run: true } }
type Flat<A> = Extract<A, readonly Model<'Pay'>[]> extends never ? A : Extract<A, readonly Model<'Pay'>[]>

/** The response to this call: `AnswerOf`, and for pays the flat list unless the query groups them. */
export type AnswerTo<P, M extends Method, C> = [C] extends [Grouped] ? AnswerOf<P, M> : Flat<AnswerOf<P, M>>

/** An entry of a list. */
export type ItemOf<P> = Extract<AnswerOf<P, 'get'>, readonly unknown[]>[number]

/** An entry of a paginated list: a plain list, or the list in `items` or `companies`. */
export type EntryOf<P> =
  AnswerOf<P, 'get'> extends { items: (infer E)[] } | { companies: (infer E)[] } ? E : ItemOf<P>

type Parameters<O> = O extends { parameters: infer R } ? R : Nothing
type PathPart<R> = R extends { path: infer T } ? { path: T } : Nothing
type QueryPart<R> = R extends { query: infer T }
  ? { query: T }
  : R extends { query?: infer T }
    ? { query?: T }
    : Nothing
type BodyPart<O> = O extends { requestBody: { content: { 'application/json': infer B } } }
  ? { body: B }
  : O extends { requestBody?: { content: { 'application/json': infer B } } }
    ? { body?: B }
    : Nothing

/** The options of a call. */
export type OptionsOf<P, M extends Method> = PathPart<Parameters<Operation<P, M>>> &
  QueryPart<Parameters<Operation<P, M>>> &
  BodyPart<Operation<P, M>>

/** A named schema of the API, for example `Model<'Employee'>`. */
export type Model<N extends keyof components['schemas']> = components['schemas'][N]

import type { components, paths } from './generated/schema.d.ts'

/** No members that must be given. */
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

/** The paths that take a method. */
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
/** 202 beside another answer: the write waits for a second person, where the company asks for one (`isWaiting`). */
type Done<R> = Exclude<Answered<R>, 202> extends never ? Answered<R> : Exclude<Answered<R>, 202>
/** What a call answers when it has done what was asked. */
export type AnswerOf<P, M extends Method> = {
  [S in Done<Responses<Operation<P, M>>>]: Json<Responses<Operation<P, M>>[S]>
}[Done<Responses<Operation<P, M>>>]

/** A write that waits for a second person: read `GET /api/approvals/{approval_id}` for its answer. */
export type Waiting = { approval_id: number; state: 'waiting'; kind: string; summary: string }
/** Whether an answer is a write that waits for a second person; only companies that ask for approvals answer so. */
export const isWaiting = (answer: unknown): answer is Waiting =>
  typeof answer === 'object' &&
  answer !== null &&
  'approval_id' in answer &&
  'state' in answer &&
  answer.state === 'waiting'

/** Lists of pays come flat unless the call groups them. */
type Grouped = { query: { group_by_employee: true } } | { query: { group_by_pay_run: true } }
type Flat<A> = Extract<A, readonly Model<'Pay'>[]> extends never ? A : Extract<A, readonly Model<'Pay'>[]>

/** What this call answers: as `AnswerOf`, and for pays the flat list unless the query groups them. */
export type AnswerTo<P, M extends Method, C> = [C] extends [Grouped] ? AnswerOf<P, M> : Flat<AnswerOf<P, M>>

/** An entry of a list. */
export type ItemOf<P> = Extract<AnswerOf<P, 'get'>, readonly unknown[]>[number]

/** An entry of a list that comes in pages, as a list or under `items` or `companies`. */
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

/** What a call takes. */
export type OptionsOf<P, M extends Method> = PathPart<Parameters<Operation<P, M>>> &
  QueryPart<Parameters<Operation<P, M>>> &
  BodyPart<Operation<P, M>>

/** A named shape of the API: `Model<'Employee'>`. */
export type Model<N extends keyof components['schemas']> = components['schemas'][N]

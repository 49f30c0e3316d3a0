import { type RawBuilder, sql } from 'kysely'

/**
 * Those of these conditions that are asked for, to be added to a `where`. What is not asked for is left out of the statement: one that
 * says "no run given, or this run" is planned again for every call, as only its values tell which index helps.
 */
export function further(conditions: readonly (RawBuilder<unknown> | undefined)[]): RawBuilder<unknown> {
  return sql.join(
    conditions.flatMap((condition) => (condition ? [sql`and ${condition}`] : [])),
    sql` `,
  )
}

/** The condition, where its value is given. */
export const given = <T>(
  value: T | null | undefined,
  condition: (value: T) => RawBuilder<unknown>,
): RawBuilder<unknown> | undefined => (value === undefined || value === null ? undefined : condition(value))

import type { ColumnType } from 'kysely'
import type { CivilDate } from '../../kernel/values/dates.ts'

/** A column of type date. The driver returns text, and PostgreSQL ensures that the date is valid. */
export type DateColumn = ColumnType<CivilDate, string, string>
export type NullableDateColumn = ColumnType<CivilDate | null, string | null, string | null>
export type GeneratedDateColumn = ColumnType<CivilDate, string | undefined, string>

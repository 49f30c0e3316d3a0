import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables/index.ts'

/** The database inside one transaction; every query function takes it first. */
export type Tx = Transaction<Tables>

/** The database outside a transaction, or inside one: for reads that do not care. */
export type Queryable = Kysely<Tables>

import { type RawBuilder, sql } from 'kysely'

/** Whether the user of this alias of `users` has a second factor of any kind: codes of an app, or a passkey. */
export const hasSecondFactor = (user: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${user}.totp_secret`)} is not null or exists (
    select from passkeys key where key.user_id = ${sql.ref(`${user}.id`)}))`

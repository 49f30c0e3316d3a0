import { type RawBuilder, sql } from 'kysely'

/** Whether a user has a second factor of any kind: authenticator codes or a passkey. `user` is the alias of `users`. */
export const hasSecondFactor = (user: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${user}.totp_secret`)} is not null or exists (
    select from passkeys key where key.user_id = ${sql.ref(`${user}.id`)}))`

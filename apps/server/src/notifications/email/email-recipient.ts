import type { Database } from '../../database/tables.ts'

/** Who reads a mail. */
export interface EmailRecipient {
  readonly userId: string
  readonly name: string
  readonly email: string
  /** Whether they allow mail about artists and music. */
  readonly allowsEmail: boolean
}

export async function readEmailRecipient(db: Database, userId: string): Promise<EmailRecipient | undefined> {
  const row = await db
    .selectFrom('users')
    .leftJoin('notice_permissions', 'notice_permissions.user_id', 'users.id')
    .select(['users.id', 'name', 'email', 'about_artists_and_music'])
    .where('users.id', '=', userId)
    .executeTakeFirst()
  return (
    row && {
      userId: row.id,
      name: row.name,
      email: row.email,
      allowsEmail: row.about_artists_and_music === 1,
    }
  )
}

/**
 * How a mail greets somebody. Who signs up gives any address and any name: one that holds more than a name, such as an
 * address of the web, would be sent as an advertisement to whoever's address it is.
 */
export function greeting(name: string): string {
  return /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} '’-]{0,39}$/u.test(name) ? `Hello ${name},` : 'Hello,'
}

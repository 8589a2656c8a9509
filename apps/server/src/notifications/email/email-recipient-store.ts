import type { Database } from '../../database/tables.ts'

export interface EmailRecipient {
  readonly userId: string
  readonly name: string
  readonly email: string
  /** Whether they allow emails about artists and music. */
  readonly allowsEmail: boolean
}

/** Undefined if the account has been deleted or is disabled. */
export async function readEmailRecipient(db: Database, userId: string): Promise<EmailRecipient | undefined> {
  const row = await db
    .selectFrom('users')
    .leftJoin('notice_permissions', 'notice_permissions.user_id', 'users.id')
    .select(['users.id', 'name', 'email', 'about_artists_and_music'])
    .where('users.id', '=', userId)
    .where('disabled_at', 'is', null)
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

import type { Database } from '../../database/tables.ts'

export interface EmailRecipient {
  readonly userId: string
  readonly name: string
  readonly email: string
  /** Whether they allow emails about artists and music. */
  readonly allowsEmail: boolean
  /** Whether they have opened a link that was sent there, or their provider vouches for the address. */
  readonly isVerified: boolean
}

/** Undefined if the account has been deleted or is disabled. */
export async function readEmailRecipient(db: Database, userId: string): Promise<EmailRecipient | undefined> {
  return toRecipient(await recipients(db).where('users.id', '=', userId).executeTakeFirst())
}

/** The listener whose account has the address; undefined if there is none or it is disabled. */
export async function readEmailRecipientByAddress(
  db: Database,
  foldedEmail: string,
): Promise<EmailRecipient | undefined> {
  return toRecipient(await recipients(db).where('folded_email', '=', foldedEmail).executeTakeFirst())
}

function recipients(db: Database) {
  return db
    .selectFrom('users')
    .leftJoin('notice_permissions', 'notice_permissions.user_id', 'users.id')
    .select(['users.id', 'name', 'email', 'email_verified_at', 'about_artists_and_music'])
    .where('disabled_at', 'is', null)
}

type RecipientRow = Awaited<ReturnType<ReturnType<typeof recipients>['executeTakeFirst']>>

function toRecipient(row: RecipientRow): EmailRecipient | undefined {
  return (
    row && {
      userId: row.id,
      name: row.name,
      email: row.email,
      allowsEmail: row.about_artists_and_music === 1,
      isVerified: row.email_verified_at !== null,
    }
  )
}

import type { Person } from '@refrain/contract/administration/people'
import { foldName } from '@refrain/contract/fold-name'
import { sql } from 'kysely'
import { foldEmail } from '../../account/sign-up/fold-email.ts'
import { literal } from '../../database/literal.ts'
import type { Database, Transaction } from '../../database/tables.ts'

const toIsoDate = (instant: number) => new Date(instant).toISOString()

function selectPeople(db: Database) {
  return db
    .selectFrom('users')
    .select(['users.id', 'name', 'email', 'profile_path', 'users.created_at', 'administrator', 'disabled_at'])
    .select(['google_sub', 'password_hash'])
    .select(eb => [
      eb
        .selectFrom('sessions')
        .select(({ fn }) => fn.max('last_used_at').as('at'))
        .whereRef('user_id', '=', 'users.id')
        .as('last_used_at'),
      eb
        .selectFrom('sessions')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('user_id', '=', 'users.id')
        .as('sessions'),
      eb
        .selectFrom('totp_secrets')
        .select('enabled_at')
        .whereRef('user_id', '=', 'users.id')
        .as('totp_enabled_at'),
      eb
        .selectFrom('uploads')
        .select(sql<number>`cast(coalesce(sum(bytes), 0) as bigint)`.as('bytes'))
        .whereRef('user_id', '=', 'users.id')
        .as('storage'),
    ])
}

type PersonRow = Awaited<ReturnType<ReturnType<typeof selectPeople>['executeTakeFirstOrThrow']>>

function toPerson(row: PersonRow): Person {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    picturePath: row.profile_path,
    createdAt: toIsoDate(row.created_at),
    lastUsedAt: row.last_used_at === null ? null : toIsoDate(row.last_used_at),
    sessions: row.sessions ?? 0,
    storage: row.storage ?? 0,
    isAdministrator: row.administrator === 1,
    isDisabled: row.disabled_at !== null,
    hasTotp: row.totp_enabled_at !== null,
    isProviderAccount: row.google_sub !== null && row.password_hash === null,
  }
}

/** Undefined if there is no such account. */
export async function readPerson(db: Database, id: string): Promise<Person | undefined> {
  const row = await selectPeople(db).where('users.id', '=', id).executeTakeFirst()
  return row && toPerson(row)
}

/** Rows whose name or email address contains a text, whatever its case. */
function contains(text: string) {
  const pattern = (folded: string) => `%${folded.replaceAll(/[\\%_]/g, '\\$&')}%`
  const [name, email] = [pattern(foldName(text)), pattern(foldEmail(text))]
  return sql<boolean>`(folded_name like ${name} escape '\\' or folded_email like ${email} escape '\\')`
}

/** Newest first. @param after only those that stand after this one in the list */
export async function readPeople(
  db: Database,
  query: string,
  most: number,
  after?: { at: number; id: string },
): Promise<Person[]> {
  const rows = await selectPeople(db)
    .$if(query !== '', select => select.where(contains(query)))
    .$if(after !== undefined, select =>
      select.where(sql<boolean>`(users.created_at, users.id) < (${after?.at}, ${after?.id})`),
    )
    .orderBy('users.created_at', 'desc')
    .orderBy('users.id', 'desc')
    .limit(literal(most))
    .execute()
  return rows.map(toPerson)
}

export async function countPeople(db: Database, query: string): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .$if(query !== '', select => select.where(contains(query)))
    .executeTakeFirstOrThrow()
  return count
}

export async function setDisabled(tx: Transaction, id: string, at: number | null): Promise<void> {
  await tx.updateTable('users').set({ disabled_at: at }).where('id', '=', id).execute()
}

/** All administrators, the oldest account first. */
export async function listAdministrators(db: Database): Promise<Person[]> {
  const rows = await selectPeople(db).where('administrator', '=', 1).orderBy('users.created_at').execute()
  return rows.map(toPerson)
}

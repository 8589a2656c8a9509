import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../testing/databases.ts'
import { migrate } from './migrate.ts'

onBothDatabases('migrate', open => {
  it('changes nothing the second time', async () => {
    const database = await open()
    await migrate(database)
    const { version } = await database.db
      .selectFrom('catalogue_version')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(version).toBe(1)
  })

  it('refuses a database of a newer program in one line', async () => {
    const database = await open()
    await sql`insert into schema_steps (name) values ('999-tomorrow')`.execute(database.db)
    await expect(migrate(database)).rejects.toThrow(/newer than this program \(it knows step 999-tomorrow\)/)
  })
})

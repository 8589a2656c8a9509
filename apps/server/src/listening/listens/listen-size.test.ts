import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { OpenDatabase } from '../../database/open.ts'
import { write } from '../../database/retry.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { insertListens } from './listen-writer.ts'

const LISTENS = 20_000
const LISTENERS = 20
const TRACKS = 2_000
/** Of one listener in a row: the more they alternate, the emptier are the pages of the index. */
const IN_A_ROW = 50
/** Bytes of a listen, with its indexes. */
const MOST = { sqlite: 40, postgres: 110 }

onBothDatabases('a listen', openDatabase => {
  it('takes no more room than promised', async () => {
    const open = await openDatabase()
    const users = Array.from({ length: LISTENERS }, (_, n) => sql`(${`u${n}`}, '', '', ${`u${n}`}, '', 1)`)
    await sql`insert into users (id, name, email, folded_email, profile_path, created_at)
      values ${sql.join(users)}`.execute(open.db)
    for (let first = 0; first < LISTENS; first += IN_A_ROW) {
      const plays = Array.from({ length: IN_A_ROW }, (_, n) => ({
        trackId: `the-track-${(((first + n) * 7_919) % TRACKS).toString().padStart(12, '0')}`,
        at: Date.UTC(2026, 0) + (first + n) * 21_437,
        client: `App ${n % 3}`,
        secondsHeard: 180,
        isReported: false,
      }))
      const user = `u${(first / IN_A_ROW) % LISTENERS}`
      expect(await write(open.db, tx => insertListens(tx, user, plays))).toBe(IN_A_ROW)
    }
    expect((await readBytes(open)) / LISTENS).toBeLessThan(MOST[open.dialect])
  })
})

/** Of the listens, with their indexes. */
async function readBytes({ db, dialect }: OpenDatabase): Promise<number> {
  const { rows } =
    dialect === 'postgres'
      ? await sql<{ bytes: number }>`select pg_total_relation_size('counted_plays') as bytes`.execute(db)
      : await sql<{ bytes: number }>`
          select sum(pgsize) as bytes from dbstat
          where name in (select name from sqlite_schema where tbl_name = 'counted_plays')`.execute(db)
  return Number(rows[0]!.bytes)
}

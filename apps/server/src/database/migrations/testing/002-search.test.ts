import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, inject, it, onTestFinished } from 'vitest'
import { readAllGenres } from '../../../catalogue/genre-store.ts'
import { findOrInsertGenre } from '../../../catalogue/genre-writer.ts'
import { searchCatalogue } from '../../../catalogue/search/search-store.ts'
import { onBothDatabases } from '../../../testing/databases/both-databases.ts'
import { emptyDatabase } from '../../../testing/databases/empty-database.ts'
import { migrate } from '../../migrate.ts'
import { type OpenDatabase, openDatabase } from '../../open.ts'
import { catalogue } from '../catalogue/001-catalogue.ts'

/** A database as the first step left it, in place of the migrated one. */
async function beforeSearch(migrated: OpenDatabase): Promise<OpenDatabase> {
  const open = await emptyDatabase(migrated)
  for (const statement of catalogue[open.dialect]) await sql.raw(statement).execute(open.db)
  await sql`create table schema_steps (name text primary key)`.execute(open.db)
  await sql`insert into schema_steps (name) values (${catalogue.name})`.execute(open.db)
  return open
}

onBothDatabases('the search migration', openDatabase => {
  it('indexes existing rows (SRCH-01, SRCH-02, SRCH-03)', async () => {
    const open = await beforeSearch(await openDatabase())
    const rows = Array.from(
      { length: 1_203 },
      (_, n) => sql`(${`artist${n}`}, ${`Ärtist ${n}`}, '', '', '', '', '', '', 1)`,
    )
    for (let at = 0; at < rows.length; at += 500) {
      await sql`insert into artists (id, name, sort_name, folded_name, mbid, profile_path, color, thumbhash, created_at)
        values ${sql.join(rows.slice(at, at + 500))}`.execute(open.db)
    }
    await sql`insert into albums (id, title, sort_title, artist_id, album_key, mbid, compilation, profile_path, color, thumbhash, released_at, created_at)
      values ('al', 'Ñandú', '', 'artist7', 'al', '', 0, '', '', '', '2024-05-03T00:00:00.000Z', 1)`.execute(
      open.db,
    )
    await sql`insert into tracks (id, title, sort_title, album_id, artist_id, credit, genre, disc, number, url, codec, sample_rate, channels, true_samples, priming_samples, mbid, added_at, available)
      values ('tr', 'Ñandú', '', 'al', 'artist7', '', '', 1, 1, 'a.mp3', 'mp3', 44100, 2, 1, 0, '', 1, 1)`.execute(
      open.db,
    )
    await migrate(open)
    const { tracks, albums } = await searchCatalogue(open, 'nandu')
    expect([tracks.map(track => track.id), albums.map(album => album.id)]).toEqual([['tr'], ['al']])
    for (const n of [0, 499, 500, 1_202]) {
      const { artists } = await searchCatalogue(open, `artist ${n}`)
      expect(artists[0]?.id).toBe(`artist${n}`)
    }
    expect((await searchCatalogue(open, 'rtist 120')).artists).toHaveLength(4)
  })

  it('numbers existing genres by name and adds new ones last (READ-20)', async () => {
    const open = await beforeSearch(await openDatabase())
    for (const name of ['techno', 'ambient', 'jazz']) {
      await sql`insert into genres (id, genre, folded_genre, color, bg_color) values (${name}, ${name}, ${name}, '', '')`.execute(
        open.db,
      )
    }
    await migrate(open)
    const list = async () => (await readAllGenres(open.db)).map(genre => genre.name)
    expect(await list()).toEqual(['ambient', 'jazz', 'techno'])
    for (const name of ['Blues', 'AMBIENT', 'Acid']) {
      const coloursAt = () => ({ color: '#ffffff', bg_color: '#224466' })
      await open.db.transaction().execute(tx => findOrInsertGenre(tx, name, name, coloursAt))
    }
    expect(await list()).toEqual(['ambient', 'jazz', 'techno', 'Blues', 'Acid'])
  })
})

it('explains in one line what the PostgreSQL administrator has to do', async () => {
  const server = inject('postgresUrl')
  const name = `limited_${randomUUID().replaceAll('-', '')}`
  const admin = openDatabase({ databaseUrl: `${server}/postgres`, dataDir: '' })
  onTestFinished(() => admin.close())
  await sql`create role ${sql.ref(name)} login`.execute(admin.db)
  await sql`create database ${sql.ref(name)}`.execute(admin.db)
  const owner = openDatabase({ databaseUrl: `${server}/${name}`, dataDir: '' })
  onTestFinished(() => owner.close())
  await sql`grant all on schema public to ${sql.ref(name)}`.execute(owner.db)
  const limited = openDatabase({
    databaseUrl: `${server.replace('refrain@', `${name}@`)}/${name}`,
    dataDir: '',
  })
  onTestFinished(() => limited.close())
  await expect(migrate(limited)).rejects.toThrow(
    /^PostgreSQL lacks the extension pg_trgm .*: have its administrator run "create extension pg_trgm" in this database\.$/,
  )
  await sql`create extension pg_trgm`.execute(owner.db)
  await migrate(limited)
  expect(await searchCatalogue(limited, 'anything')).toEqual({ tracks: [], artists: [], albums: [] })
})

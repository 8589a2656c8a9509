import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../testing/databases/both-databases.ts'
import { listens } from '../members/047-listens.ts'
import { ONE_TRACK, runStatements, startBefore } from './start-before.ts'

onBothDatabases('the migration for listens', openDatabase => {
  it('makes listens of the plays that are there, two of the same moment included', async () => {
    const open = await startBefore(listens, await openDatabase())
    await runStatements(open, [
      ...['u', 'v'].map(
        id => `insert into users (id, name, email, folded_email, profile_path, created_at)
         values ('${id}', '', '', '${id}', '', 1)`,
      ),
      ...ONE_TRACK,
      ONE_TRACK.at(-1)!.replace(`'tr'`, `'tr2'`).replace('a.mp3', 'b.mp3'),
      ...[`'u', 'tr', 5, 0`, `'u', 'tr2', 5, 1`, `'v', 'tr2', 9, 1`].map(
        values => `insert into counted_plays (user_id, track_id, played_at, reported) values (${values})`,
      ),
    ])
    await runStatements(open, listens[open.dialect])
    const { db } = open
    const rows = await db
      .selectFrom('counted_plays')
      .innerJoin('listen_users', 'listen_users.number', 'counted_plays.listener')
      .innerJoin('listen_tracks', 'listen_tracks.number', 'counted_plays.track')
      .select(['user_id', 'track_id', 'played_at', 'client', 'seconds_heard', 'reported'])
      .orderBy('user_id')
      .orderBy('played_at')
      .execute()
    const unknown = { client: null, seconds_heard: null }
    expect(rows).toEqual([
      { user_id: 'u', track_id: 'tr', played_at: 5, ...unknown, reported: 0 },
      { user_id: 'u', track_id: 'tr2', played_at: 6, ...unknown, reported: 1 },
      { user_id: 'v', track_id: 'tr2', played_at: 9, ...unknown, reported: 1 },
    ])
    const users = await db
      .selectFrom('listen_users')
      .select(['user_id', 'listens'])
      .orderBy('user_id')
      .execute()
    expect(users).toEqual([
      { user_id: 'u', listens: 2 },
      { user_id: 'v', listens: 1 },
    ])
    await db.deleteFrom('tracks').execute()
    expect(await db.selectFrom('counted_plays').select('track').execute()).toHaveLength(3)
    await db.deleteFrom('users').where('id', '=', 'u').execute()
    expect(await db.selectFrom('counted_plays').select('played_at').execute()).toEqual([{ played_at: 9 }])
  })
})

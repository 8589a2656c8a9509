import { expect, it } from 'vitest'
import { write } from '../../database/retry.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { saveFiles } from './file-writer.ts'

const FILE = {
  root: '/m',
  size: 1,
  mtime_ms: 1,
  beside: '',
  read_version: 4,
  audio_id: '',
  problem: '',
  missing: 0,
}

onBothDatabases('writing files', openDatabase => {
  it('stores the end of the path, folded, by which playlists find a file, also of one that has none yet', async () => {
    const { db } = await openDatabase()
    const path = '/srv/music/ÁDA/First  (Live)/CD1/03 Cafe\u0301.MP3'
    await db
      .insertInto('files')
      .values({ ...FILE, path, track_id: null })
      .execute()
    await write(db, tx => saveFiles(tx, [{ ...FILE, path, track_id: null }]))
    const tails = await db.selectFrom('files').select('tail').execute()
    expect(tails).toEqual([{ tail: '03 café.mp3/cd1/first (live)/áda/' }])
  })
})

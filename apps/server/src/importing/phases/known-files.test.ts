import { expect, it } from 'vitest'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { readKnownFiles } from './known-file-store.ts'

const row = (path: string) => ({
  ...{ path, root: '/music', size: 1, mtime_ms: 1, beside: '', track_id: null, audio_id: 'a', problem: '' },
  ...{ missing: 0, read_version: 1 },
})

onBothDatabases('the files of earlier imports', openDatabase => {
  it('are read a page at a time, those below the folders alone', async () => {
    const { db } = await openDatabase()
    const inside = Array.from({ length: 20_400 }, (_, n) => `/music/Ädda ${n % 100}/${n} Zed.flac`)
    const outside = ['/music2/a.flac', '/Music/b.flac', 's3://bucket/music/c.flac', 's3://bucket/more/d.flac']
    const rows = [...inside, ...outside].map(row)
    await db.transaction().execute(async tx => {
      for (let at = 0; at < rows.length; at += 1_000)
        await tx
          .insertInto('files')
          .values(rows.slice(at, at + 1_000))
          .execute()
    })
    const pages: number[] = []
    const counting = db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        pages.push(result.rows.length)
        return result
      },
    })
    const known = await readKnownFiles(counting, ['/music', 's3://bucket/music'])
    expect([...known.keys()].toSorted()).toEqual([...inside, 's3://bucket/music/c.flac'].toSorted())
    expect(pages).toEqual([10_000, 10_000, 404])
  })
})

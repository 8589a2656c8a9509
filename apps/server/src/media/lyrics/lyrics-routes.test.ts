import { fetchLyrics } from '@refrain/contract/media/lyrics'
import { fetchWaveform } from '@refrain/contract/media/waveform'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { seed } from '../../testing/seed.ts'
import { answerOf, call, startApp } from '../../testing/start-app.ts'

onBothDatabases('lyrics', open => {
  it('are lines with or without timestamps; empty if the track has none', async () => {
    const opened = await open()
    const { artist, album, track } = seed(opened.db)
    const artistId = await artist('Ines')
    const albumId = await album('Still', artistId)
    const [timed, plain, none] = [
      await track('Timed', albumId, [artistId]),
      await track('Plain', albumId, [artistId]),
      await track('None', albumId, [artistId]),
    ]
    const values = [
      { track_id: timed, synced: 1, body: '[00:01.00]Hold on\n[00:02.00]Let go' },
      { track_id: plain, synced: 0, body: 'Hold on' },
    ]
    await opened.db.insertInto('lyrics').values(values).execute()
    const app = await startApp(opened)
    expect(await answerOf(app, fetchLyrics, { trackId: timed })).toEqual({
      trackId: timed,
      synced: true,
      lines: [
        { seconds: 1, text: 'Hold on' },
        { seconds: 2, text: 'Let go' },
      ],
    })
    expect(await answerOf(app, fetchLyrics, { trackId: plain })).toEqual({
      trackId: plain,
      synced: false,
      lines: [{ seconds: null, text: 'Hold on' }],
    })
    expect(await answerOf(app, fetchLyrics, { trackId: none })).toEqual({
      trackId: none,
      synced: false,
      lines: [],
    })
    expect((await call(app, fetchLyrics, { trackId: 'unknown' })).statusCode).toBe(404)
  })

  it('and the waveform of a track that is not analysed are empty', async () => {
    const opened = await open()
    const { artist, album, track } = seed(opened.db)
    const artistId = await artist('Ines')
    const trackId = await track('One', await album('Still', artistId), [artistId])
    const app = await startApp(opened)
    expect(await answerOf(app, fetchWaveform, { trackId })).toEqual({ trackId, levels: [] })
    expect((await call(app, fetchWaveform, { trackId: 'unknown' })).statusCode).toBe(404)
  })
})

import { matchTracks } from '@refrain/contract/library/playlist-tracks'
import { expect, it, onTestFinished, vi } from 'vitest'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { countStatements } from '../../testing/databases/count-statements.ts'
import { seed } from '../../testing/seed.ts'
import { signUp } from '../../testing/sign-up.ts'
import { answerOf, call, startApp } from '../../testing/start-app.ts'
import { matchTracks as match } from './match-tracks.ts'

onBothDatabases('matching tracks', openDatabase => {
  async function start() {
    const open = await openDatabase()
    const put = seed(open.db)
    const bjork = await put.artist('Björk')
    const other = await put.artist('Other')
    const debut = await put.album('Début', bjork)
    const live = await put.album('Live', bjork)
    const seconds = (length: number) => ({ true_samples: 44_100 * length })
    const ids = {
      debut: await put.track('Jóga', debut, [bjork], { ...seconds(300), credit: 'Björk' }),
      live: await put.track('Jóga', live, [bjork], {
        ...seconds(330),
        credit: 'Björk feat. Other',
        play_count: 9,
      }),
      cover: await put.track('Joga', live, [other], { ...seconds(200), credit: 'Other', play_count: 99 }),
      single: await put.track('Hyperballad', debut, [bjork], { ...seconds(320), credit: 'Björk' }),
    }
    const app = await startApp(open)
    const ada = await signUp(app)
    type Entries = Parameters<typeof answerOf<typeof matchTracks>>[2]['entries']
    const match = async (...entries: Entries) => {
      const { tracks } = await answerOf(app, matchTracks, { entries }, ada)
      return tracks.map(track => track && Object.entries(ids).find(([, id]) => id === track._id)![0])
    }
    return { app, ada, match }
  }

  it('compares title, artist and album without regard to case and accents (matchTracks)', async () => {
    const { match } = await start()
    expect(
      await match(
        { title: 'JOGA', artist: 'bjork', album: 'debut' },
        { title: 'joga', artist: 'Bjork', album: 'Live', seconds: 300 },
        { title: 'Joga', artist: 'Björk', seconds: 301 },
        { title: 'Joga', artist: 'BJÖRK feat. Other' },
        { title: 'Jóga', album: 'debut' },
        { title: 'Joga', artist: 'Other' },
      ),
    ).toEqual(['debut', 'live', 'debut', 'live', 'debut', 'cover'])
  })

  it('falls back to title and length, and finds nothing rather than a wrong track (matchTracks)', async () => {
    const { match } = await start()
    expect(
      await match(
        { title: 'Joga', artist: 'Nobody', seconds: 199 },
        { title: 'Joga', artist: 'Nobody', seconds: 250 },
        { title: 'Joga', artist: 'Nobody' },
        { title: 'Joga', seconds: 331.6 },
        { title: 'Joga' },
        { title: 'Hyperballad' },
        { title: 'Hyperballad', artist: 'Björk' },
        { title: 'Hyperballads', artist: 'Björk' },
        { title: ' \u0000 ' },
        { title: '' },
      ),
    ).toEqual(['cover', null, null, 'live', null, 'single', 'single', null, null, null])
  })

  it('accepts a thousand entries from signed-in listeners (matchTracks)', async () => {
    const { app, ada, match } = await start()
    const entries = Array.from({ length: 1_000 }, () => ({ title: 'Joga', artist: 'Other' }))
    expect(await match(...entries)).toEqual(Array(1_000).fill('cover'))
    expect((await call(app, matchTracks, { entries: [...entries, entries[0]!] }, ada)).statusCode).toBe(400)
    expect((await call(app, matchTracks, { entries: [{ title: 'x'.repeat(301) }] }, ada)).statusCode).toBe(
      400,
    )
    expect((await call(app, matchTracks, { entries: [] })).statusCode).toBe(401)
  })

  it('reads the tracks of a title once, however it is spelled (matchTracks)', async () => {
    const { match } = await start()
    const entry = { title: 'Joga', artist: 'Other' }
    await match(entry)
    const once = await countStatements(() => match(entry))
    const many = Array.from({ length: 500 }, () => [entry, { ...entry, title: 'JÓGA' }]).flat()
    // What others of the service ask meanwhile is counted too.
    expect(await countStatements(() => match(...many))).toBeLessThan(once + 10)
  })

  const HUNDRED = Array.from({ length: 100 }, (_, n) => ({ title: `Title ${n}` }))

  it('yields to other requests by time, not by the number of entries (matchTracks)', async () => {
    const open = await openDatabase()
    let now = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_000))
    onTestFinished(() => clock.mockRestore())
    let turns = 0
    let over = false
    const count = () => {
      turns++
      if (!over) setImmediate(count)
    }
    setImmediate(count)
    await match(open, HUNDRED, new AbortController().signal)
    over = true
    expect(turns).toBeGreaterThan(HUNDRED.length)
  })

  it('stops at its deadline (matchTracks)', async () => {
    const open = await openDatabase()
    const ending = new AbortController()
    const late = () => ending.abort(new Error('Too late.'))
    const matching = () => expect(match(open, HUNDRED, ending.signal)).rejects.toThrow('Too late.')
    expect(await countStatements(matching, late)).toBe(1)
  })
})

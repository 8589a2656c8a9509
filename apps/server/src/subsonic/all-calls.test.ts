import { expect, it } from 'vitest'
import { onBothDatabases } from '../testing/databases/both-databases.ts'
import { allCalls } from './all-calls.ts'
import type { CallParts } from './call.ts'
import { callExamples } from './testing/call-examples.ts'
import { expectSameXml, readJson } from './testing/read-answer.ts'
import { ids, startSubsonic } from './testing/start-subsonic.ts'

/** Answers that are new each time. */
const VARYING = new Set([
  ...['createPlaylist', 'startScan'],
  ...['getRandomSongs', 'getSimilarSongs', 'getSimilarSongs2'],
])

onBothDatabases('every call', open => {
  it('answers and refuses in the form of the schema, the same in XML as in JSON, without its key (SUB-02, SUB-03, SUB-05, SUB-20)', async () => {
    const service = await startSubsonic(open)
    const { open: opened, act, send, one, two, still, nina } = service
    const [song, other, album, artist] = [ids.track(one), ids.track(two), ids.album(still), ids.artist(nina)]
    const { id: playlistId } = (await act('createPlaylist', { name: 'Trip', songId: [song, other, song] }))
      .playlist as { id: string }
    const needs = callExamples({ song, other, album, artist, playlistId })
    const parts = { open: opened, pictures: {}, imports: {}, sortArticles: [] } as unknown as CallParts
    const calls = Object.entries(allCalls(parts)).filter(([, { kind }]) => kind !== 'file')
    expect(calls.length).toBeGreaterThan(70)
    const names = calls.map(([name]) => name)
    expect(Object.keys(needs).filter(name => !names.includes(name))).toEqual([])
    // Changes come first, so that there is something to read.
    const inOrder = calls.toSorted(([, a], [, b]) => Number(a.kind === 'read') - Number(b.kind === 'read'))
    for (const asked of [needs, {}])
      for (const [name] of inOrder) {
        const json = await send(name, asked[name])
        expect([name, json.statusCode]).toEqual([name, 200])
        const answer = readJson(json.body)
        if (asked[name]) expect([name, answer.error]).toEqual([name, undefined])
        const xml = await send(name, { ...asked[name], f: 'xml' })
        for (const key of [service.secret, service.credentials.t])
          expect([name, (json.body + xml.body).includes(key as string)]).toEqual([name, false])
        if (answer.status === 'ok' && VARYING.has(name)) continue
        expectSameXml(xml.body, readJson((await send(name, asked[name])).body))
      }
  }, 120_000)
})

import { byteLimits, textLimits } from '@refrain/contract/limits'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../testing/databases/both-databases.ts'
import { toQuery } from './testing/connect-app.ts'
import { readJson } from './testing/read-answer.ts'
import { ids, startSubsonic } from './testing/start-subsonic.ts'

const MARKS = 'e\u0300\u0316'.repeat(20)
const MANY_MARKS = '\u0300'.repeat(600) + '\u0316'.repeat(600)
const codeOf = (body: string) => readJson(body).error?.code

onBothDatabases('texts that apps send', open => {
  it('may hold U+0000 in any parameter, without an account too', async () => {
    const { app, credentials, send, one } = await startSubsonic(open)
    for (const u of ['ada\0', '\ud800', MANY_MARKS, 'x'.repeat(textLimits.email.max + 1)]) {
      const asked = { u, p: 'secret', v: '1.16.1', c: 'Test', f: 'json' }
      const answer = await app.inject(`/rest/ping?${toQuery(asked)}`)
      expect([u.slice(0, 9), answer.statusCode, codeOf(answer.body)]).toEqual([u.slice(0, 9), 200, 40])
    }
    // Nothing is left of it.
    expect(codeOf((await app.inject('/rest/ping?u=%00&p=x&v=1&c=Test&f=json')).body)).toBe(10)
    for (const name of [
      'id',
      'query',
      'genre',
      'artist',
      'title',
      'name',
      'comment',
      'username',
      'type',
      'c',
    ])
      for (const call of ['search3', 'getSongsByGenre', 'getLyrics', 'getTopSongs', 'createPlaylist']) {
        const answer = await send(call, { id: ids.track(one), [name]: `x\0${MARKS}` }, { method: 'POST' })
        expect([call, name, answer.statusCode]).toEqual([call, name, 200])
      }
    expect((await app.inject(`/rest/%00?${toQuery(credentials)}`)).statusCode).toBe(200)
  })

  it('are stored without control characters, but for the lines of comments', async () => {
    const { open: opened, act, read, one } = await startSubsonic(open)
    await act('createBookmark', { id: ids.track(one), position: 1, comment: 'a\0b\r\nc\ud800', c: 'x\0y' })
    const playlist = await act('createPlaylist', { name: 'My\0 name', songId: ids.track(one) })
    const { id } = playlist.playlist as { id: string }
    await act('updatePlaylist', { playlistId: id, comment: 'one\ntwo\u0007' })
    await act('savePlayQueue', { id: ids.track(one), c: 'x\0y' })
    await act('reportPlayback', {
      mediaId: ids.track(one),
      state: 'playing',
      positionMs: 0,
      mediaType: 'song',
      c: 'x\0y',
    })
    const rows = await Promise.all([
      opened.db.selectFrom('bookmarks').select('comment as text').execute(),
      opened.db.selectFrom('playlists').select('comment as text').execute(),
      opened.db.selectFrom('play_queues').select('changed_by as text').execute(),
      opened.db.selectFrom('now_playing').select('client as text').execute(),
    ])
    expect(rows.flat().map(row => row.text)).toEqual(['ab\nc\ufffd', 'one\ntwo', 'xy', 'xy'])
    expect((await read('getPlaylist', { id })).playlist).toMatchObject({ name: 'My name' })
  })

  it('are no JSON of more than 64 KB', async () => {
    const { app, credentials, one } = await startSubsonic(open)
    const query = toQuery({ ...credentials, f: 'json', mediaId: ids.track(one), mediaType: 'song' })
    const post = (payload: object) =>
      app.inject({ method: 'POST', url: `/rest/getTranscodeDecision?${query}`, payload })
    expect((await post({ name: 'x'.repeat(byteLimits.jsonBody) })).statusCode).toBe(413)
    expect((await post({ name: 'x'.repeat(byteLimits.jsonBody / 2) })).statusCode).toBe(200)
  })
})

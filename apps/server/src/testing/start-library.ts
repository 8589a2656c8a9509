import { crudPlaylist } from '@refrain/contract/compat/library'
import { createPlaylist, fetchPlaylist } from '@refrain/contract/library/playlists'
import type { OpenTestDatabase } from './databases/both-databases.ts'
import { seed } from './seed.ts'
import { ADA, GRACE, signUp } from './sign-up.ts'
import { answerOf, startApp } from './start-app.ts'

/** Seeds a catalogue of four tracks and signs in two listeners. */
export async function startLibrary(openDatabase: OpenTestDatabase) {
  const open = await openDatabase()
  const put = seed(open.db)
  const artist = await put.artist('Bill')
  const album = await put.album('Album', artist)
  const tracks: string[] = []
  for (const title of ['One', 'Two', 'Three', 'Four']) tracks.push(await put.track(title, album, [artist]))
  const app = await startApp(open)
  const ada = await signUp(app, ADA)
  const grace = await signUp(app, GRACE)
  const create = (who: Record<string, string> = ada) => answerOf(app, createPlaylist, {}, who)
  const add = (playlistId: string, trackId: string, who: Record<string, string> = ada) =>
    answerOf(app, crudPlaylist, { playlistId, trackId, crudMethod: 'add' }, who)
  const tracksOf = async (id: string, who: Record<string, string> = ada) =>
    (await answerOf(app, fetchPlaylist, { id }, who)).tracks
  return {
    open,
    put,
    artist,
    album,
    tracks: tracks as [string, string, string, string],
    app,
    ada,
    grace,
    create,
    add,
    tracksOf,
  }
}

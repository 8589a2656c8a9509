import { fetchOwnUser } from '@refrain/contract/account/own-account'
import { createUser } from '@refrain/contract/account/sign-in'
import { addTracksToPlaylist } from '@refrain/contract/library/playlist-tracks'
import { createPlaylist } from '@refrain/contract/library/playlists'
import type { Operation } from '@refrain/contract/operation'
import type { BenchVisit } from './visit.ts'

export interface Member {
  readonly id: string
  /** Creates a playlist of these tracks. @returns its id */
  fillPlaylist(trackIds: readonly string[]): Promise<string>
}

/** Signs the window in as a new member. */
export async function signUp({ page }: BenchVisit, email: string): Promise<Member> {
  const data = { name: 'Ada Lovelace', email, password: 'correct horse battery' }
  const { authtoken } = await (await page.request.post(createUser.path, { data })).json()
  const ask = async ({ method, path }: Operation, body?: object) => {
    const headers = { 'auth-token': String(authtoken) }
    const answer = await page.request.fetch(path, { method, headers, ...(body && { data: body }) })
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}.`)
    return answer.json()
  }
  const { _id: id } = await ask(fetchOwnUser)
  return {
    id,
    async fillPlaylist(trackIds) {
      const { _id: playlistId } = await ask(createPlaylist)
      await ask(addTracksToPlaylist, { playlistId, tracksArray: trackIds })
      return playlistId
    },
  }
}

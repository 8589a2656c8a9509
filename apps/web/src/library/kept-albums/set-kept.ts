import { keepAlbum, releaseAlbum } from '@refrain/contract/library/kept-albums'
import { libraryTexts } from '@refrain/messages/en/library'
import { readToken } from '../../account/session.ts'
import { callAs } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { setToggle } from '../../api/set-toggle.ts'
import { albumQuery } from '../../catalogue/catalogue-queries.ts'
import { announce } from '../../listening/announcements/announce.ts'
import { keptAlbumIdsQuery, keptAlbumsQuery } from './kept-albums-query.ts'

/**
 * Keeps an album in the Library or removes it: shown at once, and back with one line if the call fails. Does nothing
 * for a guest.
 */
export async function setKept(albumId: string, kept: boolean): Promise<void> {
  const token = await readToken()
  if (token === null) return
  announce(kept ? libraryTexts.addedToLibrary : libraryTexts.removedFromLibrary)
  const { queryKey } = keptAlbumIdsQuery(token)
  await setToggle(
    {
      queryKey,
      id: albumId,
      show: isKept => show(token, albumId, isKept),
      async send(isKept) {
        await callAs(token, isKept ? keepAlbum : releaseAlbum, { albumId }, { keepalive: true })
      },
      refetch: [keptAlbumsQuery(token).queryKey],
    },
    kept,
  )
}

/** Updates the ids and, where its record is cached, the albums of the Library. */
function show(token: string, albumId: string, kept: boolean): void {
  const album = queryClient.getQueryData(albumQuery(albumId).queryKey)
  queryClient.setQueryData(keptAlbumIdsQuery(token).queryKey, ids => {
    const others = ids?.filter(id => id !== albumId)
    return others && (kept ? [albumId, ...others] : others)
  })
  queryClient.setQueryData(keptAlbumsQuery(token).queryKey, albums => {
    const others = albums?.filter(({ id }) => id !== albumId)
    return others && (kept && album ? [album, ...others] : others)
  })
}

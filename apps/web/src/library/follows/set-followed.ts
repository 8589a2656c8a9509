import { addFollowingArtist, removeFollowingArtist } from '@refrain/contract/library/follows'
import { readToken } from '../../account/session.ts'
import { callAs } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { setToggle } from '../../api/set-toggle.ts'
import { artistQuery } from '../../catalogue/catalogue-queries.ts'
import { setFollowers } from '../../catalogue/set-followers.ts'
import { suggestionsQuery } from '../../listening/queue/suggestions-query.ts'
import { followsQuery } from './follows-query.ts'

/**
 * Follows or unfollows an artist: shown at once, and back with one line if the call fails. The number of followers
 * comes with the answer. Does nothing for a guest.
 */
export async function setFollowed(artistId: string, followed: boolean): Promise<void> {
  const token = await readToken()
  if (token === null) return
  const { queryKey } = followsQuery(token)
  await setToggle(
    {
      queryKey,
      id: artistId,
      show: isFollowed => show(token, artistId, isFollowed),
      async send(isFollowed) {
        const operation = isFollowed ? addFollowingArtist : removeFollowingArtist
        const { followers } = await callAs(token, operation, { artistId }, { keepalive: true })
        setFollowers(artistId, followers)
      },
      // The artists' records and most played tracks; and suggestions depend on follows.
      refetch: [queryKey, suggestionsQuery(token).queryKey],
    },
    followed,
  )
}

function show(token: string, artistId: string, followed: boolean): void {
  const artist = queryClient.getQueryData(artistQuery(artistId).queryKey)
  queryClient.setQueryData(followsQuery(token).queryKey, follows => {
    if (!follows) return undefined
    const artists = follows.artists.filter(({ id }) => id !== artistId)
    const artistIds = follows.artistIds.filter(id => id !== artistId)
    if (!followed) return { ...follows, artists, artistIds }
    return {
      ...follows,
      artists: artist ? [artist, ...artists] : artists,
      artistIds: [artistId, ...artistIds],
    }
  })
}

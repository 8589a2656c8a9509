import { addFollowingArtist, removeFollowingArtist } from '@refrain/contract/library/follows'
import { readToken } from '../../account/session.ts'
import { callAs } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { artistQuery } from '../../catalogue/catalogue-queries.ts'
import { setFollowers } from '../../catalogue/set-followers.ts'
import { suggestionsQuery } from '../../listening/suggestions-query.ts'
import { setAtOnce } from '../set-at-once.ts'
import { followsQuery } from './follows-query.ts'

/**
 * Follows an artist or ends it (FOL-06), at once wherever it is shown (FOL-01); goes back without a word
 * where that fails (PROP-52). How many follow comes with the answer (FOL-02). Nothing for a guest (FOL-05).
 */
export async function setFollowed(artistId: string, followed: boolean): Promise<void> {
  const token = await readToken()
  if (token === null) return
  const { queryKey } = followsQuery(token)
  await setAtOnce(
    {
      queryKey,
      id: artistId,
      show: kept => show(token, artistId, kept),
      async tell(kept) {
        const operation = kept ? addFollowingArtist : removeFollowingArtist
        const { followers } = await callAs(token, operation, { artistId }, { keepalive: true })
        setFollowers(artistId, followers)
      },
      // Records, counts and most played tracks; and what was suggested a moment ago does not know of it.
      renews: [queryKey, suggestionsQuery(token).queryKey],
    },
    followed,
  )
}

function show(token: string, artistId: string, followed: boolean): void {
  const artist = queryClient.getQueryData(artistQuery(artistId).queryKey)
  queryClient.setQueryData(followsQuery(token).queryKey, follows => {
    if (!follows) return undefined
    const artists = follows.artists.filter(({ _id }) => _id !== artistId)
    const artistsArr = follows.artistsArr.filter(id => id !== artistId)
    if (!followed) return { ...follows, artists, artistsArr }
    return {
      ...follows,
      artists: artist ? [artist, ...artists] : artists,
      artistsArr: [artistId, ...artistsArr],
    }
  })
}

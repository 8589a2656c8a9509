import { announce } from '../../listening/announce.ts'
import { toggleLiked } from './set-liked.ts'

/** Likes a track without its heart, or takes the like away, and tells those who do not see the heart change. */
export async function likeByKey(trackId: string): Promise<void> {
  try {
    announce((await toggleLiked(trackId)) ? 'Added to Liked Songs' : 'Removed from Liked Songs')
  } catch {
    // It is not known whether the track is liked: what the key does could be the wrong thing.
  }
}

import { announce } from '../../listening/announcements/announce.ts'
import { toggleLiked } from './set-liked.ts'

/** Toggles the like of a track by keyboard, and announces it to screen readers. */
export async function likeByKey(trackId: string): Promise<void> {
  try {
    announce((await toggleLiked(trackId)) ? 'Added to Liked Songs' : 'Removed from Liked Songs')
  } catch {
    // Without the likes, it is unknown what to toggle.
  }
}

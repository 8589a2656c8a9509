import { catalogueTexts } from '@refrain/messages/en/catalogue'
import { announce } from '../../listening/announcements/announce.ts'
import { toggleLiked } from './set-liked.ts'

/** Toggles the like of a track by keyboard, and announces it to screen readers. */
export async function likeByKey(trackId: string): Promise<void> {
  try {
    announce(
      (await toggleLiked(trackId)) ? catalogueTexts.addedToLikedSongs : catalogueTexts.removedFromLikedSongs,
    )
  } catch {
    // Without the likes, it is unknown what to toggle.
  }
}

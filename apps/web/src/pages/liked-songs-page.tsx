import { titles } from '@refrain/contract/titles'
import { useDocumentTitle } from '../ui/use-document-title.ts'
import { LikedSongs } from './parts/liked-songs.tsx'

/** The songs a listener likes (ROUTE-13). */
export function Component() {
  useDocumentTitle(titles.likedSongs)
  return <LikedSongs />
}

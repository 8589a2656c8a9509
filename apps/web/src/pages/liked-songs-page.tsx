import { titles } from '@refrain/messages/en/titles'
import { useDocumentTitle } from '../ui/hooks/use-document-title.ts'
import { LikedSongs } from './playlist/liked-songs.tsx'

export function Component() {
  useDocumentTitle(titles.likedSongs)
  return <LikedSongs />
}

import type { Album, Track } from '@refrain/contract/catalogue'
import { Disc3, ListPlus, MicVocal, Share2 } from 'lucide-react'
import { useNavigate } from 'react-router'
import { ADDED, addAlbumToQueue, addToQueue } from '../../listening/add-to-queue.ts'
import { paths } from '../../paths.ts'
import type { MenuEntry } from '../../ui/menu-item.tsx'
import { copyEntry, shareEntries } from './share-entries.ts'

/** What the menu of a track offers (ROW-10, ROW-11). */
export function useTrackEntries(): (track: Track) => MenuEntry[] {
  const go = useGo()
  return track => [
    { label: 'Go to artist', icon: MicVocal, onSelect: go(paths.artist(track.artist)) },
    { label: 'Go to album', icon: Disc3, onSelect: go(paths.album(track.album)) },
    ...(track.available ? [queueEntry(async () => addToQueue([track]))] : []),
    {
      label: 'Share',
      icon: Share2,
      entries: [
        copyEntry('Copy song link', paths.track(track._id)),
        copyEntry('Copy album link', paths.album(track.album)),
        ...shareEntries(track.title, paths.track(track._id)),
      ],
    },
  ]
}

/** What the menu of an album offers (PROP-19). */
export function useAlbumEntries(): (album: Album) => MenuEntry[] {
  const go = useGo()
  return album => [
    { label: 'Go to artist', icon: MicVocal, onSelect: go(paths.artist(album.artist)) },
    queueEntry(() => addAlbumToQueue(album)),
    copyEntry('Copy link', paths.album(album._id)),
    ...shareEntries(album.title, paths.album(album._id)),
  ]
}

/** The entry says so itself where something was added; what was there already is ignored (NOW-18). */
function queueEntry(add: () => Promise<boolean>): MenuEntry {
  const onSelect = async () => {
    if (!(await add())) throw new Error('Nothing was added.')
  }
  return { label: 'Add to queue', icon: ListPlus, done: ADDED, onSelect }
}

function useGo(): (path: string) => () => void {
  const navigate = useNavigate()
  return path => () => void navigate(path)
}

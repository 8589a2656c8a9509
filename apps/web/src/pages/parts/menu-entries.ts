import type { Album, Track } from '@refrain/contract/catalogue'
import { Disc3, MicVocal } from 'lucide-react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import type { MenuEntry } from '../../ui/options-menu.tsx'

/** What the menu of a track offers (ROW-10, ROW-11). */
export function useTrackEntries(): (track: Track) => MenuEntry[] {
  const navigate = useNavigate()
  const go = (to: string) => () => navigate(to, { viewTransition: true })
  return track => [
    { label: 'Go to artist', icon: MicVocal, onSelect: go(paths.artist(track.artist)) },
    { label: 'Go to album', icon: Disc3, onSelect: go(paths.album(track.album)) },
  ]
}

/** What the menu of an album offers (PROP-19). */
export function useAlbumEntries(): (album: Album) => MenuEntry[] {
  const navigate = useNavigate()
  return album => [
    {
      label: 'Go to artist',
      icon: MicVocal,
      onSelect: () => navigate(paths.artist(album.artist), { viewTransition: true }),
    },
  ]
}

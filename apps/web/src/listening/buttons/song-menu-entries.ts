import { commonTexts } from '@refrain/messages/en/common'
import { listeningTexts } from '@refrain/messages/en/listening'
import type { PlayerTrack } from '@refrain/player/state/player-state'
import { Disc3, MicVocal, Share2 } from 'lucide-react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import type { MenuEntry } from '../../ui/menus/menu-entry.ts'
import { copyLinkEntry, shareEntries } from '../../ui/menus/share-entries.ts'

type Song = Pick<PlayerTrack, 'id' | 'title' | 'albumId' | 'artistId'>

/** Menu entries for a song; `queueEntries` go between navigation and sharing. */
export function useSongEntries(): (song: Song, queueEntries: readonly MenuEntry[]) => MenuEntry[] {
  const navigate = useNavigate()
  return ({ id, title, albumId, artistId }, queueEntries) => [
    { label: commonTexts.goToArtist, icon: MicVocal, onSelect: () => void navigate(paths.artist(artistId)) },
    { label: listeningTexts.goToAlbum, icon: Disc3, onSelect: () => void navigate(paths.album(albumId)) },
    ...queueEntries,
    {
      label: listeningTexts.share,
      icon: Share2,
      entries: [
        copyLinkEntry(listeningTexts.copySongLink, paths.track(id)),
        copyLinkEntry(listeningTexts.copyAlbumLink, paths.album(albumId)),
        ...shareEntries(title, paths.track(id)),
      ],
    },
  ]
}

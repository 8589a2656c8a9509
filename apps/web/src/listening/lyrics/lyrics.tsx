import { listeningTexts } from '@refrain/messages/en/listening'
import type { PlayerTrack } from '@refrain/player/state/player-state'
import { useQuery } from '@tanstack/react-query'
import { MicVocal } from 'lucide-react'
import { type CSSProperties, useId, useState } from 'react'
import { albumQuery } from '../../catalogue/catalogue-queries.ts'
import './lyrics.css'
import { usePrefetchNext } from '../engine/use-prefetch-next.ts'
import { lyricsQuery } from './lyrics-query.ts'
import { PlainLyrics } from './plain-lyrics.tsx'
import { SyncedLyrics } from './synced-lyrics.tsx'

/**
 * The button that shows lyrics over the cover, and the lyrics; nothing for a track without lyrics. Stays open
 * for the tracks that follow.
 */
export default function Lyrics({ track }: { readonly track: PlayerTrack }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const { data: lyrics } = useQuery(lyricsQuery(track.id))
  const { data: album } = useQuery({ ...albumQuery(track.albumId), throwOnError: false })
  usePrefetchNext(lyricsQuery)
  if (!lyrics || lyrics.lines.length === 0) return null
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        className="lyrics-toggle"
        onClick={() => setOpen(!open)}
      >
        <MicVocal aria-hidden className="size-4" />
        {listeningTexts.lyrics}
      </button>
      {open && (
        <div
          key={track.id}
          id={id}
          className="lyrics"
          style={album && ({ '--cover': album.color } as CSSProperties)}
        >
          {lyrics.synced ? <SyncedLyrics lines={lyrics.lines} /> : <PlainLyrics lines={lyrics.lines} />}
        </div>
      )}
    </>
  )
}

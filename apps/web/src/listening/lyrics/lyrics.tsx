import './lyrics.css'
import { fetchLyrics, type LyricsLine } from '@refrain/contract/media/lyrics'
import { listeningTexts } from '@refrain/messages/en/listening'
import type { PlayerTrack } from '@refrain/player/state/player-state'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { MicVocal } from 'lucide-react'
import { type CSSProperties, useId, useState } from 'react'
import { call } from '../../api/call.ts'
import { albumQuery } from '../../catalogue/catalogue-queries.ts'
import { usePrefetchNext } from '../engine/use-prefetch-next.ts'
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

/** The lyrics of a track. A failure counts as no lyrics. */
const lyricsQuery = (trackId: string) =>
  queryOptions({
    queryKey: ['lyrics', trackId],
    queryFn: ({ signal }) => call(fetchLyrics, { trackId }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: false,
  })

/** Lyrics without timestamps: plain scrollable text. */
function PlainLyrics({ lines }: { readonly lines: readonly LyricsLine[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
    <section aria-label={listeningTexts.lyrics} tabIndex={0} data-own-arrows="" className="lyrics-scroller">
      {lines.map(({ text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines repeat, and never move
        <p key={index} dir="auto" className="lyrics-line min-h-4">
          {text}
        </p>
      ))}
    </section>
  )
}

import './lyrics.css'
import { fetchLyrics, type LyricsLine } from '@refrain/contract/media/lyrics'
import { listeningTexts } from '@refrain/messages/en/listening'
import type { PlayerTrack } from '@refrain/player/state/player-state'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Maximize2, MicVocal } from 'lucide-react'
import { type CSSProperties, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { call } from '../../api/call.ts'
import { albumQuery } from '../../catalogue/catalogue-queries.ts'
import { usePrefetchNext } from '../engine/use-prefetch-next.ts'
import { FullLyrics } from './full-lyrics.tsx'
import { SyncedLyrics } from './synced-lyrics.tsx'

/**
 * The button that shows lyrics over the cover, and the lyrics, which can also be shown in full; nothing for a track without
 * lyrics. Stays open for the tracks that follow.
 */
export default function Lyrics({ track }: { readonly track: PlayerTrack }) {
  const [open, setOpen] = useState(false)
  const full = useFull()
  const id = useId()
  const { data: lyrics, isPending } = useQuery(lyricsQuery(track.id))
  const { data: album } = useQuery({ ...albumQuery(track.albumId), throwOnError: false })
  usePrefetchNext(lyricsQuery)
  const hasLines = lyrics !== undefined && lyrics.lines.length > 0
  const isWaiting = isPending && full.isOpen
  // Later tracks must not cover the page by themselves.
  if (!hasLines && !isWaiting && full.isOpen) full.close()
  if (!hasLines && !isWaiting) return null
  const text = lyrics?.synced ? (
    <SyncedLyrics key={track.id} lines={lyrics.lines} keepsAwake={full.isOpen} />
  ) : (
    <PlainLyrics key={track.id} lines={lyrics?.lines ?? []} />
  )
  return (
    <>
      <div className="lyrics-buttons">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open && !full.isOpen ? id : undefined}
          className="lyrics-button"
          onClick={() => {
            full.close()
            setOpen(!open)
          }}
        >
          <MicVocal aria-hidden className="size-4" />
          {listeningTexts.lyrics}
        </button>
        {open && !full.isOpen && (
          <button
            ref={full.opener}
            type="button"
            aria-label={listeningTexts.openFullLyrics}
            className="lyrics-button"
            onClick={full.open}
          >
            <Maximize2 aria-hidden className="size-4" />
          </button>
        )}
      </div>
      {open && !full.isOpen && (
        <div id={id} className="lyrics" style={album && ({ '--cover': album.color } as CSSProperties)}>
          {text}
        </div>
      )}
      {open && full.isOpen && (
        <FullLyrics track={track} colour={album?.color} onClose={full.close}>
          {text}
        </FullLyrics>
      )}
    </>
  )
}

/** Whether lyrics are shown in full. Navigating to another page makes them small again. */
function useFull() {
  const { key } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const isOpen = openAt === key
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    // From the page it is not taken away.
    if (wasOpen.current && !isOpen && document.activeElement === document.body)
      opener.current?.focus({ preventScroll: true })
    wasOpen.current = isOpen
  }, [isOpen])
  return { isOpen, opener, open: () => setOpenAt(key), close: () => setOpenAt(null) }
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

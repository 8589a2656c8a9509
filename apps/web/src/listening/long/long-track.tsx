import './long-track.css'
import { recordingsTexts } from '@refrain/messages/en/catalogue/recordings'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { formatTime } from '../bar/format-time.ts'
import { player } from '../engine/player.ts'
import { usePlayer } from '../engine/use-player.ts'
import { ChapterList } from './chapter-list.tsx'
import { chaptersQuery } from './chapters-query.ts'
import { NO_OFFER, resumeOffer } from './resume-offer.ts'

/** Share of the track: marks that are closer would be one. */
const CLOSEST = 1 / 250

interface Props {
  readonly trackId: string
  /** Seconds. */
  readonly duration: number
}

export interface LongPartProps {
  readonly trackId: string
  /** Seconds, of the slider that this lies over; without it, the list of chapters is meant. */
  readonly duration?: number
}

/** Over the progress slider of a long track: where chapters begin, and where the listener may continue. Elsewhere, their list. */
export default function LongTrack({ trackId, duration }: LongPartProps) {
  if (duration === undefined) return <ChapterList key={trackId} trackId={trackId} />
  return (
    <>
      <ChapterMarks {...{ trackId, duration }} />
      <Offer />
    </>
  )
}

/** Decorative: the list of chapters says the same. */
function ChapterMarks({ trackId, duration }: Props) {
  const { data: chapters = [] } = useQuery(chaptersQuery(trackId))
  if (!(duration > 0)) return null
  let last = 0
  const shares = chapters
    .map(chapter => chapter.seconds / duration)
    .filter(share => {
      if (share - last < CLOSEST || share >= 1) return false
      last = share
      return true
    })
  return (
    <div aria-hidden className="chapter-marks">
      {shares.map(share => (
        <span key={share} style={{ insetInlineStart: `${share * 100}%` }} />
      ))}
    </div>
  )
}

function Offer() {
  const { load, position } = useSyncExternalStore(resumeOffer.subscribe, resumeOffer.getState)
  const current = usePlayer(state => state.load)
  if (load !== current) return null
  function resume(): void {
    resumeOffer.update(NO_OFFER)
    player.seekTo(position)
  }
  return (
    <button type="button" className="resume-offer" onClick={resume}>
      {recordingsTexts.continueAt({ time: formatTime(position) })}
    </button>
  )
}

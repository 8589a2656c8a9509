import './waveform.css'
import { fetchWaveform } from '@refrain/contract/media/waveform'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { memo, type ReactNode, useMemo, useRef } from 'react'
import { call } from '../../api/call.ts'
import { formatTime } from '../bar/format-time.ts'
import { usePlayer } from '../engine/use-player.ts'
import { usePrefetchNext } from '../engine/use-prefetch-next.ts'
import { useCanvas } from './use-canvas.ts'
import { type WaveformPath, waveformPath } from './waveform-path.ts'

/** The browser caches a response for a minute; refetching sooner returns the same one. */
const ASK_AGAIN_MS = 65_000
const MAX_FETCHES = 5

interface Props {
  /** Played share and pointer position, 0 to 1. */
  readonly played: number
  readonly pointed: number | null
  /** Seconds. */
  readonly duration: number
}

/**
 * The waveform behind the progress slider, and the time under the pointer; decorative. Rendered once per
 * track and width; transforms reveal the played part.
 */
export default function Waveform({ played, pointed, duration }: Props) {
  const trackId = usePlayer(state => state.track?.id ?? '')
  const { data: levels } = useQuery({ ...waveformQuery(trackId), enabled: trackId !== '' })
  usePrefetchNext(waveformQuery)
  const container = useRef<HTMLDivElement>(null)
  const canvas = useCanvas(container)
  const drawn = useMemo(
    () => (levels?.length && canvas ? waveformPath(levels, canvas) : null),
    [levels, canvas],
  )
  return (
    <div ref={container} aria-hidden className="waveform">
      {drawn && canvas && (
        <div key={trackId} className="waveform-bars">
          <Bars {...drawn} className="waveform-rest" />
          {pointed !== null && (
            <UpTo share={pointed} width={canvas.width}>
              <Bars {...drawn} className="waveform-pointed" />
            </UpTo>
          )}
          <UpTo share={played} width={canvas.width}>
            <Bars {...drawn} className="waveform-played" />
          </UpTo>
        </div>
      )}
      {pointed !== null && (
        <span className="waveform-time" style={{ insetInlineStart: `${pointed * 100}%` }}>
          {formatTime(pointed * duration)}
        </span>
      )}
    </div>
  )
}

const Bars = memo(({ path, thickness, className }: WaveformPath & { readonly className: string }) => (
  <svg aria-hidden="true" className={className}>
    <path d={path} strokeWidth={thickness} />
  </svg>
))

/** Clips its content to a share of its width: the clip moves, the content stays in place. */
function UpTo({
  share,
  width,
  children,
}: {
  readonly share: number
  readonly width: number
  readonly children: ReactNode
}) {
  const hidden = Math.round((1 - share) * width)
  return (
    <div className="waveform-window" style={{ transform: `translateX(${-hidden}px)` }}>
      <div style={{ transform: `translateX(${hidden}px)` }}>{children}</div>
    </div>
  )
}

/**
 * The waveform of a track. Refetched a few times while it is still being computed, for example right after an
 * import. A failure leaves the plain slider.
 */
const waveformQuery = (trackId: string) =>
  queryOptions({
    queryKey: ['waveform', trackId],
    queryFn: async ({ signal }) => (await call(fetchWaveform, { trackId }, signal)).levels,
    staleTime: ({ state }) => (state.data?.length ? Number.POSITIVE_INFINITY : ASK_AGAIN_MS),
    refetchInterval: ({ state }) =>
      state.data?.length === 0 && state.dataUpdateCount < MAX_FETCHES && ASK_AGAIN_MS,
    throwOnError: false,
  })

import type { LyricsLine } from '@refrain/contract/media/lyrics'
import { listeningTexts } from '@refrain/messages/en/listening'
import { ArrowDownUp, Music } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useWakeLock } from '../../ui/hooks/use-wake-lock.ts'
import { player } from '../engine/player.ts'
import { usePlayer } from '../engine/use-player.ts'
import { lineAt, watchCurrentLine } from './current-line.ts'
import { useLineInSight } from './use-line-in-sight.ts'

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

interface Props {
  readonly lines: readonly LyricsLine[]
  /** Keeps the screen on while they are followed and play. */
  readonly keepsAwake: boolean
}

/**
 * Lyrics with timestamps. The current line is highlighted and kept in view until the user scrolls; clicking a
 * line seeks to it. Tab stops at one line, arrow keys move between lines.
 */
export function SyncedLyrics({ lines, keepsAwake }: Props) {
  const starts = useMemo(() => lines.map(({ seconds }) => seconds ?? 0), [lines])
  const current = useCurrentLine(starts)
  const [focused, setFocused] = useState<number | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const { scroller, following, follow, leave } = useLineInSight(list, current)

  const isPlaying = usePlayer(state => state.status === 'playing')
  useWakeLock(keepsAwake && following && isPlaying)

  const focusLine = (line: number) => list.current?.querySelectorAll('button')[line]?.focus()

  function seek(line: number): void {
    player.seekTo(starts[line] as number)
    follow()
  }
  function move(event: KeyboardEvent, from: number): void {
    const step = STEPS[event.key]
    if (step === undefined || event.shiftKey) return
    event.preventDefault()
    leave()
    focusLine(Math.min(Math.max(from + step, 0), lines.length - 1))
  }
  function goBack(): void {
    follow()
    focusLine(Math.max(current, 0))
  }

  return (
    <>
      <div ref={scroller} className="lyrics-scroller">
        <ol ref={list} aria-label={listeningTexts.lyrics} data-own-arrows="" onBlur={() => setFocused(null)}>
          {lines.map(({ text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines repeat, and never move
            <li key={index}>
              <button
                type="button"
                dir="auto"
                // Lines with the same timestamp are highlighted together.
                aria-current={starts[index] === starts[current] ? 'true' : undefined}
                tabIndex={index === (focused ?? Math.max(current, 0)) ? 0 : -1}
                className="lyrics-line lyrics-press"
                onClick={() => seek(index)}
                onFocus={() => setFocused(index)}
                onKeyDown={event => move(event, index)}
              >
                {text || <Music aria-label={listeningTexts.music} className="size-5" />}
              </button>
            </li>
          ))}
        </ol>
      </div>
      {!following && (
        <button type="button" className="lyrics-button lyrics-back" onClick={goBack}>
          <ArrowDownUp aria-hidden className="size-4" />
          {listeningTexts.currentLine}
        </button>
      )}
    </>
  )
}

/** The current line of synced lyrics, -1 before the first; rerenders only when it changes. */
function useCurrentLine(starts: readonly number[]): number {
  const [line, setLine] = useState(() => lineAt(starts, player.progress.getState().position))
  useEffect(() => watchCurrentLine(player, starts, setLine), [starts])
  return line
}

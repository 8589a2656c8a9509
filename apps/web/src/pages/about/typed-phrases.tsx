import { aboutTexts } from '@refrain/messages/en/about'
import { Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useMediaQuery } from '../../ui/hooks/use-media-query.ts'
import { typedAt } from './typing-animation.ts'

interface Props {
  readonly phrases: readonly [string, ...string[]]
}

/**
 * Phrases that are typed and erased in turn. Can be paused, and is static with reduced motion. Screen readers get the
 * first phrase only.
 */
export function TypedPhrases({ phrases }: Props) {
  const isStatic = useMediaQuery('(prefers-reduced-motion: reduce)')
  const [first] = phrases
  return (
    <div className="flex items-start gap-3">
      <p className="sr-only">{first}</p>
      {isStatic ? <Sentence text={first} phrases={phrases} /> : <Animation phrases={phrases} />}
    </div>
  )
}

function Animation({ phrases }: Props) {
  const [elapsed, setElapsed] = useState(0)
  const [running, setRunning] = useState(true)
  const pausedAt = useRef(0)
  useEffect(() => {
    if (!running) return
    const start = performance.now() - pausedAt.current
    let timer: ReturnType<typeof setTimeout>
    // Each step is scheduled from the start, so that delays do not add up.
    const step = () => {
      const now = performance.now() - start
      setElapsed(now)
      timer = setTimeout(step, typedAt(now, phrases).until - now)
    }
    step()
    return () => {
      clearTimeout(timer)
      pausedAt.current = performance.now() - start
    }
  }, [running, phrases])
  const { text, cursor } = typedAt(elapsed, phrases)
  const Icon = running ? Pause : Play
  return (
    <>
      <Sentence text={text} phrases={phrases} cursor={running && cursor} />
      <button
        type="button"
        aria-label={running ? aboutTexts.pauseTyping : aboutTexts.resumeTyping}
        className="icon-button -my-0.5"
        onClick={() => setRunning(!running)}
      >
        <Icon aria-hidden className="size-4" />
      </button>
    </>
  )
}

interface SentenceProps extends Props {
  readonly text: string
  readonly cursor?: boolean
}

/** Always as high as the longest phrase. */
function Sentence({ text, phrases, cursor = false }: SentenceProps) {
  return (
    <p aria-hidden className="grid min-w-0 text-xl font-bold text-accent *:[grid-area:1/1]">
      {phrases.map(phrase => (
        <span key={phrase} className="invisible">{`${phrase}|`}</span>
      ))}
      <span data-typed="">
        {text}
        <span data-cursor={cursor ? 'on' : 'off'} className="data-[cursor=off]:opacity-0">
          |
        </span>
      </span>
    </p>
  )
}

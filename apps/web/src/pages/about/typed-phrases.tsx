import { Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useMediaQuery } from '../../ui/hooks/use-media-query.ts'
import { typedAt } from './typing-animation.ts'

interface Props {
  readonly phrases: readonly [string, ...string[]]
}

/**
 * Sentences that are typed and erased again. Screen readers hear the first one, once; it stands
 * still for those who want no motion, and everybody can stop it.
 */
export function TypedPhrases({ phrases }: Props) {
  const still = useMediaQuery('(prefers-reduced-motion: reduce)')
  const [first] = phrases
  return (
    <div className="flex items-start gap-3">
      <p className="sr-only">{first}</p>
      {still ? <Sentence text={first} phrases={phrases} /> : <Moving phrases={phrases} />}
    </div>
  )
}

function Moving({ phrases }: Props) {
  const [elapsed, setElapsed] = useState(0)
  const [running, setRunning] = useState(true)
  const reached = useRef(0)
  useEffect(() => {
    if (!running) return
    const start = performance.now() - reached.current
    let timer: ReturnType<typeof setTimeout>
    // Each step is due at its own time after the start, so that late ones do not add up.
    const step = () => {
      const now = performance.now() - start
      setElapsed(now)
      timer = setTimeout(step, typedAt(now, phrases).until - now)
    }
    step()
    return () => {
      clearTimeout(timer)
      reached.current = performance.now() - start
    }
  }, [running, phrases])
  const { text, cursor } = typedAt(elapsed, phrases)
  const Icon = running ? Pause : Play
  return (
    <>
      <Sentence text={text} phrases={phrases} cursor={running && cursor} />
      <button
        type="button"
        aria-label={running ? 'Stop typing' : 'Go on typing'}
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

/** As high as the longest of the phrases, whatever stands there. */
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

import type EmblaCarousel from 'embla-carousel'
import type { EmblaCarouselType, EmblaOptionsType } from 'embla-carousel'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { whenIdle } from '../timing/when-idle.ts'

const OPTIONS: EmblaOptionsType = { align: 'start', slidesToScroll: 'auto', containScroll: 'trimSnaps' }

/** The longest wait, in milliseconds, for a time at which the browser has nothing else to do. */
const PATIENCE = 2_000

/** How far each carousel was moved when its screen was left. */
const leftAt = new Map<string, number>()

/** Whether the carousel of this place was moved before. */
export const wasMoved = (place: string) => leftAt.has(place)

let code: typeof EmblaCarousel | undefined

interface Wishes {
  readonly viewport: RefObject<HTMLElement | null>
  /** Tells this carousel, on this screen, from every other. */
  readonly place: string
  /** Whether all slides are there: it measures each of them. */
  readonly isWhole: boolean
}

type Act = (embla: EmblaCarouselType) => void

/**
 * What moves the slides, from where they were left in this place. Its code comes, and it measures them, when
 * they are shown already and there is time; at once where `prepare` says that somebody is near. `act` does
 * something with it as soon as it is there.
 */
export function useEmbla({ viewport, place, isWhole }: Wishes): {
  readonly embla: EmblaCarouselType | undefined
  readonly prepare: () => void
  readonly act: (act: Act) => void
} {
  const [embla, setEmbla] = useState<EmblaCarouselType>()
  const isWanted = useRef(false)
  const startNow = useRef(() => {})
  const waiting = useRef<Act | null>(null)
  useLayoutEffect(() => {
    if (!isWhole) return
    let made: EmblaCarouselType | undefined
    let isGone = false
    async function make(): Promise<void> {
      // Once it is there nothing is waited for: Back shows the slides in their place at once.
      code ??= (await import('embla-carousel')).default
      if (isGone || made || !viewport.current) return
      made = code(viewport.current, { ...OPTIONS, startIndex: leftAt.get(place) ?? 0 })
      setEmbla(made)
      waiting.current?.(made)
      waiting.current = null
    }
    // Where its code does not come, the slides stay as they are.
    const start = () => void make().catch(() => {})
    startNow.current = start
    const callOff = isWanted.current || wasMoved(place) ? start() : whenIdle(start, PATIENCE)
    return () => {
      isGone = true
      startNow.current = () => {}
      callOff?.()
      if (!made) return
      leftAt.set(place, made.selectedScrollSnap())
      made.destroy()
      setEmbla(undefined)
    }
  }, [viewport, place, isWhole])
  return {
    embla,
    prepare() {
      isWanted.current = true
      startNow.current()
    },
    act(act) {
      if (embla) act(embla)
      else waiting.current = act
    },
  }
}

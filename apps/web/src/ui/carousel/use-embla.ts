import type EmblaCarousel from 'embla-carousel'
import type { EmblaCarouselType, EmblaOptionsType } from 'embla-carousel'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { RecentMap } from '../browser/recent-map.ts'
import { onFirstInput } from '../timing/first-input.ts'
import { whenIdle } from '../timing/when-idle.ts'

const OPTIONS: EmblaOptionsType = { align: 'start', slidesToScroll: 'auto', containScroll: 'trimSnaps' }

/** Longest wait for an idle period, in milliseconds. */
const TIMEOUT = 2_000

/** Carousels whose position is restored. */
const MAX_CAROUSELS = 500

/** The position of each carousel when it was unmounted. */
const lastPosition = new RecentMap<number>(MAX_CAROUSELS)

/** Whether the carousel was mounted before, so that it may not start at its first slide. */
export const wasMoved = (id: string) => lastPosition.has(id)

let loaded: typeof EmblaCarousel | undefined

interface Options {
  readonly viewport: RefObject<HTMLElement | null>
  /** Unique per carousel and history entry. */
  readonly id: string
  /** Whether all slides are rendered: Embla measures each of them. */
  readonly isComplete: boolean
}

/** Moves the slide with the focus into view, at once. */
function showFocused(embla: EmblaCarouselType): void {
  const focused = embla.slideNodes().findIndex(slide => slide.contains(document.activeElement))
  if (focused < 0) return
  embla.scrollTo(
    embla.internalEngine().slideRegistry.findIndex(group => group.includes(focused)),
    true,
  )
}

/** @returns cancels it */
function afterFirstInput(callback: () => void): () => void {
  let cancelIdle: (() => void) | undefined
  const cancelInput = onFirstInput(() => {
    cancelIdle = whenIdle(callback, TIMEOUT)
  })
  return () => {
    cancelInput()
    cancelIdle?.()
  }
}

type Callback = (embla: EmblaCarouselType) => void

/**
 * Attaches Embla to a carousel and restores its position. Its code is loaded when the browser is idle after the first
 * input, or earlier by `load`; `withEmbla` runs a callback as soon as it is attached.
 */
export function useEmbla({ viewport, id, isComplete }: Options): {
  readonly embla: EmblaCarouselType | undefined
  readonly load: () => void
  readonly withEmbla: (callback: Callback) => void
} {
  const [embla, setEmbla] = useState<EmblaCarouselType>()
  const isWanted = useRef(false)
  const startNow = useRef(() => {})
  /** The same as the state, which React sets later: what is pressed between would be lost. */
  const current = useRef<EmblaCarouselType | null>(null)
  const waiting = useRef<Callback | null>(null)
  useLayoutEffect(() => {
    if (!isComplete) return
    let attached: EmblaCarouselType | undefined
    let isUnmounted = false
    async function attach(): Promise<void> {
      // Synchronous once loaded, so that going back shows the slides in their position from the first frame.
      loaded ??= (await import('embla-carousel')).default
      if (isUnmounted || attached || !viewport.current) return
      // The browser scrolled to a slide that got the focus before; from now on Embla moves the slides.
      viewport.current.scrollLeft = 0
      attached = loaded(viewport.current, { ...OPTIONS, startIndex: lastPosition.get(id) ?? 0 })
      showFocused(attached)
      setEmbla(attached)
      current.current = attached
      waiting.current?.(attached)
      waiting.current = null
    }
    // If the code cannot be loaded, the slides stay as they are.
    const start = () => void attach().catch(() => {})
    startNow.current = start
    const cancel = isWanted.current || wasMoved(id) ? start() : afterFirstInput(start)
    return () => {
      isUnmounted = true
      startNow.current = () => {}
      cancel?.()
      if (!attached) return
      lastPosition.set(id, attached.selectedScrollSnap())
      attached.destroy()
      current.current = null
      setEmbla(undefined)
    }
  }, [viewport, id, isComplete])
  return {
    embla,
    load() {
      isWanted.current = true
      startNow.current()
    },
    withEmbla(callback) {
      if (current.current) callback(current.current)
      else waiting.current = callback
    },
  }
}

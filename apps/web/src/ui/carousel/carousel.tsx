import type { EmblaCarouselType } from 'embla-carousel'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Children, type KeyboardEvent, type ReactNode, useRef, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { useEmbla, wasMoved } from './use-embla.ts'
import { useRenderedSlides } from './use-rendered-slides.ts'

interface Props {
  readonly label: string
  /** Stands on the line of the buttons: the heading and what belongs to it. */
  readonly heading: ReactNode
  readonly children: ReactNode
}

const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Slides side by side: 1 on small screens, 2 at sm, 3 at lg, 4 at xl (HOME-13 to HOME-16), moved by
 * dragging, by two buttons or by the arrow keys while it has the focus (HOME-17 to HOME-19). Back finds it
 * where it was.
 */
export function Carousel({ label, heading, children }: Props) {
  const viewport = useRef<HTMLDivElement>(null)
  const { key } = useLocation()
  const place = `${key} ${label}`
  const slides = Children.toArray(children)
  const [drawn, drawAll] = useRenderedSlides(slides.length, wasMoved(place))
  const { embla, prepare, act } = useEmbla({ viewport, place, isWhole: drawn === slides.length })
  const comeNear = () => {
    drawAll()
    prepare()
  }
  const readEnds = () => `${embla?.canScrollPrev() ?? false},${embla?.canScrollNext() ?? true}`
  const ends = useSyncExternalStore(
    changed => {
      embla?.on('select', changed).on('reInit', changed)
      return () => {
        embla?.off('select', changed).off('reInit', changed)
      }
    },
    readEnds,
    readEnds,
  )
  const [canGoBack, canGoOn] = ends.split(',').map(text => text === 'true')
  const back = () => act(embla => embla.scrollPrev(calm()))
  const on = () => act(embla => embla.scrollNext(calm()))

  function press(event: KeyboardEvent): void {
    if (event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return
    const isBack = event.key === 'ArrowLeft'
    if (!isBack && event.key !== 'ArrowRight') return
    event.preventDefault()
    act(embla => {
      const before = embla.selectedScrollSnap()
      if (isBack) embla.scrollPrev(calm())
      else embla.scrollNext(calm())
      // What is pushed out of sight must not keep the focus.
      if (embla.selectedScrollSnap() !== before && viewport.current?.contains(document.activeElement))
        focusFirstInSight(embla)
    })
  }

  return (
    <section
      aria-roledescription="carousel"
      aria-label={label}
      className="-mx-3"
      onKeyDown={press}
      onPointerEnter={comeNear}
      onFocus={comeNear}
    >
      <div className="mb-2 flex items-center gap-2 px-3">
        <div className="min-w-0 flex-1">{heading}</div>
        <Button label="Previous slide" disabled={!canGoBack} onPress={back} icon={ChevronLeft} />
        <Button label="Next slide" disabled={!canGoOn} onPress={on} icon={ChevronRight} />
      </div>
      <div ref={viewport} className="overflow-hidden">
        <ul className="flex touch-pan-y touch-pinch-zoom">
          {slides.slice(0, drawn).map((slide, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a place in the row, whatever stands there
              key={index}
              aria-roledescription="slide"
              className="carousel-slide min-w-0 flex-none basis-full sm:basis-1/2 lg:basis-1/3 xl:basis-1/4"
            >
              {slide}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function focusFirstInSight(embla: EmblaCarouselType): void {
  const [first = 0] = embla.internalEngine().slideRegistry[embla.selectedScrollSnap()] ?? []
  embla.slideNodes()[first]?.querySelector('a')?.focus({ preventScroll: true })
}

interface ButtonProps {
  readonly label: string
  readonly disabled: boolean
  readonly onPress: () => void
  readonly icon: typeof ChevronLeft
}

function Button({ label, disabled, onPress, icon: Icon }: ButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={disabled || undefined}
      className="icon-button bg-raised"
      onClick={onPress}
    >
      <Icon aria-hidden className="size-5" />
    </button>
  )
}

import { commonTexts } from '@refrain/messages/en/common'
import type { EmblaCarouselType } from 'embla-carousel'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Children, type KeyboardEvent, type ReactNode, useRef, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { useEmbla, wasMoved } from './use-embla.ts'
import { useRenderedSlides } from './use-rendered-slides.ts'

interface Props {
  readonly label: string
  /** Shown beside the buttons. */
  readonly heading: ReactNode
  readonly children: ReactNode
}

const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Slides side by side: 1 on small screens, 2 at sm, 3 at lg, 4 at xl. Moved by dragging, by two buttons or by the arrow
 * keys. Going back restores its position.
 */
export function Carousel({ label, heading, children }: Props) {
  const viewport = useRef<HTMLDivElement>(null)
  const { key } = useLocation()
  const id = `${key} ${label}`
  const slides = Children.toArray(children)
  const [rendered, renderAll] = useRenderedSlides(slides.length, wasMoved(id))
  const { embla, load, withEmbla } = useEmbla({ viewport, id, isComplete: rendered === slides.length })
  const prepare = () => {
    renderAll()
    load()
  }
  const [hasPrevious, hasNext] = useScrollEnds(embla)
  const scrollPrevious = () => withEmbla(embla => embla.scrollPrev(prefersReducedMotion()))
  const scrollNext = () => withEmbla(embla => embla.scrollNext(prefersReducedMotion()))

  function handleKey(event: KeyboardEvent): void {
    if (event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return
    const isPrevious = event.key === 'ArrowLeft'
    if (!isPrevious && event.key !== 'ArrowRight') return
    event.preventDefault()
    withEmbla(embla => {
      const before = embla.selectedScrollSnap()
      if (isPrevious) embla.scrollPrev(prefersReducedMotion())
      else embla.scrollNext(prefersReducedMotion())
      // A slide that scrolls out of view must not keep the focus.
      if (embla.selectedScrollSnap() !== before && viewport.current?.contains(document.activeElement))
        focusFirstVisible(embla)
    })
  }

  return (
    <section
      aria-roledescription={commonTexts.carousel}
      aria-label={label}
      className="-mx-3"
      onKeyDown={handleKey}
      onPointerEnter={prepare}
      onFocus={prepare}
    >
      <div className="mb-2 flex items-center gap-2 px-3">
        <div className="min-w-0 flex-1">{heading}</div>
        <Button
          label={commonTexts.previousSlide}
          disabled={!hasPrevious}
          onPress={scrollPrevious}
          icon={ChevronLeft}
        />
        <Button label={commonTexts.nextSlide} disabled={!hasNext} onPress={scrollNext} icon={ChevronRight} />
      </div>
      <div ref={viewport} className="overflow-hidden">
        <ul className="flex touch-pan-y touch-pinch-zoom">
          {slides.slice(0, rendered).map((slide, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: slides keep their position
              key={index}
              aria-roledescription={commonTexts.slide}
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

/** Whether there are slides before and after those in view. */
function useScrollEnds(embla: EmblaCarouselType | undefined): readonly (boolean | undefined)[] {
  const read = () => `${embla?.canScrollPrev() ?? false},${embla?.canScrollNext() ?? true}`
  const ends = useSyncExternalStore(
    onChange => {
      embla?.on('select', onChange).on('reInit', onChange)
      return () => {
        embla?.off('select', onChange).off('reInit', onChange)
      }
    },
    read,
    read,
  )
  return ends.split(',').map(text => text === 'true')
}

function focusFirstVisible(embla: EmblaCarouselType): void {
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

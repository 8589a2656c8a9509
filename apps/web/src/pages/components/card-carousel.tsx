import { catalogueTexts } from '@refrain/messages/en/catalogue'
import { commonTexts } from '@refrain/messages/en/common'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CardSkeleton } from '../../catalogue/cards/card-skeleton.tsx'
import { Carousel } from '../../ui/carousel/carousel.tsx'
import { Loader } from '../../ui/loading/loader.tsx'
import { SectionHeading } from './section-heading.tsx'

interface Props {
  readonly title: string
  /** Target of Show all. */
  readonly all?: string
  readonly children: ReactNode
}

/** A carousel of cards with a heading and a Show all link. */
export function CardCarousel({ title, all, children }: Props) {
  const heading = (
    <div className="flex flex-wrap items-baseline gap-x-3 md:gap-x-4">
      <SectionHeading>{title}</SectionHeading>
      {all && (
        <Link
          to={all}
          aria-label={catalogueTexts.showAllOf({ title })}
          className="flex-none rounded-small text-sm font-semibold text-quiet hover:text-text hover:underline pointer-coarse:leading-11"
        >
          {commonTexts.showAll}
        </Link>
      )}
    </div>
  )
  return (
    <Carousel label={title} heading={heading}>
      {children}
    </Carousel>
  )
}

/** Placeholder with the same layout. */
export function CardCarouselSkeleton({ round = false }: { readonly round?: boolean }) {
  return (
    <Loader className="-mx-3">
      <div className="mb-2 flex h-9 items-center px-3 pointer-coarse:h-11">
        <div className="h-6 w-48 rounded-small bg-skeleton" />
      </div>
      <div className="flex overflow-hidden">
        {[0, 1, 2, 3].map(index => (
          <div
            key={index}
            className="carousel-slide flex-none basis-full sm:basis-1/2 lg:basis-1/3 xl:basis-1/4"
          >
            <CardSkeleton round={round} />
          </div>
        ))}
      </div>
    </Loader>
  )
}
